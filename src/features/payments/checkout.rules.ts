import type { MyApplication } from './checkout.contract.ts';

/** An application that is stored and waits to be paid, as the browser holds it. */
export interface Checkout {
  id: string;
  reference: string;
  applicationData: MyApplication['applicationData'];
  /** The details are hidden: somebody else may hold this device by now. */
  isMasked: boolean;
}

/** A claim that was taken. */
export interface Submitted {
  message: string;
  reference: string;
}
