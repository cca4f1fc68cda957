import { useRef } from 'react';
import { newIdempotencyKey } from '../api.ts';

/** Idempotency keys by what is sent: the same body again is the same operation, any other is another one. */
export function useOperationKey() {
  const sent = useRef({ key: '', body: '' });
  return {
    keyOf(body: unknown): string {
      const asText = JSON.stringify(body);
      if (sent.current.body !== asText) sent.current = { key: newIdempotencyKey(), body: asText };
      return sent.current.key;
    },
    /** Once it is done, the same body is a new operation. */
    forget() {
      sent.current = { key: '', body: '' };
    },
  };
}
