import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Fragment, fragmentOf, readFragment } from '../application/link.rules.ts';
import type { MyApplications } from '../payments/payer/useMyApplications.ts';
import { openApplication } from './status.contract.ts';
import { words } from '../../shared/words.ts';
import { call, CallError, newIdempotencyKey, sentenceOf } from '../../web/api.ts';

/** How far the page has come with what its address asks for. */
interface Opening {
  /** `failed`: no answer, and the address still holds its key. */
  phase: 'loading' | 'failed' | 'ready';
  /** Why the link of the address opens nothing. */
  refusal?: string | undefined;
  /** The application that the address names. */
  reference?: string | undefined;
  /** The instalment that the visitor came to pay, until the dialog has been opened. */
  pay?: number | undefined;
}

const NOT_OPENED = words('This link could not be opened. Please try again in a moment.');

/**
 * Opens what follows the # of the address: a key is sent once and taken out of the address as soon as it
 * has an answer, so that it stays in no history and on no screen.
 */
export function useOpening(mine: MyApplications) {
  const [opening, setOpening] = useState<Opening>({ phase: 'loading' });
  // A retry has the same idempotency key.
  const request = useRef({ key: '', name: '' });

  /** Never throws. */
  async function open({ key, pay, reference }: Fragment): Promise<Opening> {
    try {
      if (request.current.key !== key)
        request.current = { key: key ?? '', name: newIdempotencyKey() };
      const opened = key ? await openWith(key, request.current.name) : { reference };
      if (key) showReference(opened.reference);
      await mine.reload();
      return { ...opened, pay, phase: 'ready' };
    } catch (error) {
      console.warn(error);
      return { phase: 'failed' };
    }
  }

  function openAddress() {
    const fragment = readFragment(location.hash);
    // The place of a skip link, or of nothing that we know.
    if (!fragment) return;
    if (opening.phase === 'ready' && !fragment.key) {
      setOpening({ ...fragment, phase: 'ready' });
      return;
    }
    setOpening({ phase: 'loading' });
    void open(fragment).then(setOpening);
  }

  const begin = useEffectEvent(() => {
    void open(readFragment(location.hash) ?? {}).then(setOpening);
  });
  const step = useEffectEvent(openAddress);
  useEffect(() => {
    begin();
    const onHashChange = () => step();
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);

  return {
    ...opening,
    again: openAddress,
    paid: () => setOpening((before) => ({ ...before, pay: undefined })),
  };
}

/** The reference that a key opens, or why it opens none. Throws when there was no answer to that. */
async function openWith(
  key: string,
  name: string,
): Promise<{ reference?: string; refusal?: string }> {
  try {
    const { reference } = await call(openApplication, { body: { key }, key: name });
    return { reference };
  } catch (error) {
    const isRefusal = error instanceof CallError && error.status >= 400 && error.status < 429;
    if (isRefusal) return { refusal: sentenceOf(error, NOT_OPENED) };
    throw error;
  }
}

/** Puts the reference where the key was. */
function showReference(reference: string | undefined) {
  const { pathname, search } = location;
  const shown = reference ? fragmentOf({ reference }) : '';
  history.replaceState(history.state, '', pathname + search + shown);
}
