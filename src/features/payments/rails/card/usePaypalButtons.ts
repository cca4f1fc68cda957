import { loadScript, type PayPalButtonsComponentOptions } from '@paypal/paypal-js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Plan } from '../../../../shared/plan.ts';
import { seconds } from '../../../../shared/time.ts';
import { call } from '../../../../web/api.ts';
import { useLanguage } from '../../../../web/words.tsx';
import { PAYPAL_SCRIPTS, scriptOptions } from './buttons.rules.ts';
import { type CardEnvironment, readCardEnvironment } from './card.contract.ts';

/** How long to wait for PayPal's script. */
const scriptTimeoutMs = seconds(20);

export type PaypalButtonCallbacks = Required<
  Pick<PayPalButtonsComponentOptions, 'createOrder' | 'onApprove' | 'onCancel' | 'onError'>
>;

interface ButtonOptions {
  environment: CardEnvironment | undefined;
  plan: Plan;
  /** The script's address when it is not PayPal's own. */
  sdkUrl: string | undefined;
  callbacks: PaypalButtonCallbacks;
}

/** PayPal's buttons in `container`. `unavailable`: its script or its widget could not be had; `retry` begins anew. */
export function usePaypalButtons({ environment, plan, sdkUrl, callbacks }: ButtonOptions) {
  const language = useLanguage();
  const container = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  /** What became of the latest attempt for a plan. */
  const [ended, setEnded] = useState<{ run: string; status: 'here' | 'unavailable' }>();
  const run = `${plan} ${attempt}`;

  const createOrder = useEffectEvent<PaypalButtonCallbacks['createOrder']>((...given) =>
    callbacks.createOrder(...given),
  );
  const approve = useEffectEvent<PaypalButtonCallbacks['onApprove']>((...given) =>
    callbacks.onApprove(...given),
  );
  const cancel = useEffectEvent<PaypalButtonCallbacks['onCancel']>((...given) =>
    callbacks.onCancel(...given),
  );
  const fail = useEffectEvent<PaypalButtonCallbacks['onError']>((...given) =>
    callbacks.onError(...given),
  );
  const paypal = useEffectEvent(async () => {
    const { clientId, environment: world } =
      (attempt === 0 ? environment : undefined) ?? (await call(readCardEnvironment));
    return loadScript({
      ...scriptOptions(clientId, plan, language),
      sdkBaseUrl: sdkUrl ?? PAYPAL_SCRIPTS[world],
    });
  });

  useEffect(() => {
    let isGone = false;
    let close: (() => void) | undefined;
    const place = container.current;
    async function draw() {
      const loaded = await inTime(paypal(), scriptTimeoutMs);
      if (isGone) return;
      const buttons = loaded?.Buttons?.({
        style: { layout: 'vertical', shape: 'rect', label: 'pay', height: 48 },
        createOrder: (...given) => createOrder(...given),
        onApprove: (...given) => approve(...given),
        onCancel: (...given) => cancel(...given),
        onError: (...given) => fail(...given),
      });
      if (!buttons?.isEligible() || !place) throw new Error('PayPal offers no button here.');
      close = () => void buttons.close().catch(console.warn);
      await buttons.render(place);
      if (isGone) return;
      place.style.minHeight = '';
      setEnded({ run, status: 'here' });
    }
    draw().catch((error: unknown) => {
      console.warn(error);
      if (!isGone) setEnded({ run, status: 'unavailable' });
    });
    return () => {
      isGone = true;
      // Those of the other plan take their place without moving what is below.
      if (place && close) place.style.minHeight = `${place.offsetHeight}px`;
      close?.();
    };
  }, [run]);

  return {
    container,
    status: ended?.run === run ? ended.status : 'coming',
    retry: () => setAttempt(attempt + 1),
  };
}

async function inTime<T>(coming: Promise<T>, withinMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('PayPal’s script did not come.')), withinMs);
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}
