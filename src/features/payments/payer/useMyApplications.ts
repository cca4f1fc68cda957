import { useRef, useState } from 'react';
import type { Plan } from '../../../shared/plan.ts';
import { call } from '../../../web/api.ts';
import {
  forgetMyApplications,
  listMyApplications,
  type MyApplication,
  saveDraft,
} from './my-applications.contract.ts';

/**
 * The applications of this browser: what is owed, to which memo, and the status. Fetched when the form is
 * opened, and again after every operation.
 */
export function useMyApplications() {
  const hasAsked = useRef(false);
  const [applications, setApplications] = useState<readonly MyApplication[]>([]);
  const [hasFailed, setFailed] = useState(false);

  /** Never throws: a failure is `hasFailed`, and what was known stays. */
  async function reload() {
    hasAsked.current = true;
    try {
      setApplications(await call(listMyApplications));
      setFailed(false);
    } catch (error) {
      // An empty form can be filled in all the same; the next turn to it asks again.
      hasAsked.current = false;
      setFailed(true);
      console.warn(error);
    }
  }

  return {
    applications,
    hasFailed,
    reload,
    load: async () => {
      if (!hasAsked.current) await reload();
    },
    /** Freezes the price of the other plan on a draft. Throws what `call` throws. */
    async choosePlan({ id, applicationData }: MyApplication, plan: Plan) {
      await call(saveDraft, { body: { applicationData, plan, applicationId: id } });
      await reload();
    },
    /** Throws when the server cannot be reached: then nothing was forgotten. */
    async forget() {
      await call(forgetMyApplications);
      setApplications([]);
    },
  };
}

export type MyApplications = ReturnType<typeof useMyApplications>;
