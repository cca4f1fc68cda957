import { useEffect, useState } from 'react';
import type { MyApplication } from '../../payments/payer/my-applications.contract.ts';
import { readStory, type Story } from './tracking.contract.ts';
import { call } from '../../../web/api.ts';

/** The story of an application, told anew whenever the application has changed. What was told stays meanwhile. */
export function useStory(application: MyApplication) {
  const [story, setStory] = useState<Story>();
  const [hasFailed, setFailed] = useState(false);
  const [times, setTimes] = useState(0);
  const { id, applicationStatus, paymentStatus, instalments, payments } = application;
  const version = JSON.stringify([applicationStatus, paymentStatus, instalments, payments]);

  useEffect(() => {
    const abort = new AbortController();
    call(readStory, { params: { id }, signal: abort.signal }).then(
      (told) => {
        setStory(told);
        setFailed(false);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        console.warn(error);
        setFailed(true);
      },
    );
    return () => abort.abort();
  }, [id, version, times]);

  return { story, hasFailed, reload: () => setTimes(times + 1) };
}
