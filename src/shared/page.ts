import type { PublicPlans } from './plan.ts';

/** A form that was sent without scripts and could not be taken. */
export interface FilledForm {
  /** Name of the endpoint it was sent to. */
  endpoint: string;
  values: Record<string, string>;
  message: string;
  fields: Record<string, string>;
}

export interface PageRequest {
  path: string;
  form?: FilledForm;
}

/** What the public pages show of the database. */
export interface PageData {
  signatures: number;
  plans: PublicPlans;
  /** Of the copyright line. */
  year: number;
  /** Stand-ins are in use: every page says that no real money moves. */
  sandbox: boolean;
}

/** One rendered page, before it is wrapped into a document. */
export interface RenderedPage {
  /** `public` pages are hydrated late and cached; `app` documents start their script at once. */
  kind: 'public' | 'app';
  status: number;
  /** The page is empty without its script, so it wakes at once. */
  isEager?: boolean;
  title: string;
  description: string;
  markup: string;
  /** What the browser needs to wake the same page up. */
  state: unknown;
}

export type RenderPage = (request: PageRequest, data: PageData) => Promise<RenderedPage>;
