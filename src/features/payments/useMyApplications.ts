import { useRef, useState } from 'react';
import { call } from '../../web/api.ts';
import {
  forgetMyApplications,
  listMyApplications,
  type MyApplication,
} from './checkout.contract.ts';

/** What this browser applied for earlier: asked once, when somebody turns to the form. */
export function useMyApplications() {
  const hasAsked = useRef(false);
  const [applications, setApplications] = useState<readonly MyApplication[]>([]);

  return {
    applications,
    async load() {
      if (hasAsked.current) return;
      hasAsked.current = true;
      try {
        setApplications(await call(listMyApplications));
      } catch (error) {
        // An empty form can be filled in all the same; the next turn to it asks again.
        hasAsked.current = false;
        console.warn(error);
      }
    },
    /** Throws when the server cannot be reached: then nothing was forgotten. */
    async forget() {
      await call(forgetMyApplications);
      setApplications([]);
    },
  };
}
