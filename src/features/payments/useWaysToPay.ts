import { useEffect, useState } from 'react';
import type { AnswerOf } from '../../shared/endpoint.ts';
import { call, CallError } from '../../web/api.ts';
import { readCardEnvironment } from './card/card.contract.ts';
import { listActivePaymentConfig } from './pricing/public-config.contract.ts';

export type CardEnvironment = AnswerOf<typeof readCardEnvironment>;

export interface WaysToPay {
  /** Where money goes on the rails that an administrator sets up. */
  configs: AnswerOf<typeof listActivePaymentConfig>;
  /** `unknown`: could not be asked just now, which the Card tab does again. */
  card: CardEnvironment | 'off' | 'unknown';
}

/** Which ways to pay are open today, asked each time the dialog is opened. */
export function useWaysToPay(): WaysToPay | 'failed' | undefined {
  const [ways, setWays] = useState<WaysToPay | 'failed'>();
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const card = call(readCardEnvironment, { signal }).catch((error: unknown) =>
      error instanceof CallError && error.status === 503 ? 'off' : 'unknown',
    );
    Promise.all([call(listActivePaymentConfig, { signal }), card]).then(
      ([configs, asked]) => {
        if (!signal.aborted) setWays({ configs, card: asked as WaysToPay['card'] });
      },
      () => {
        if (!signal.aborted) setWays('failed');
      },
    );
    return () => abort.abort();
  }, []);
  return ways;
}
