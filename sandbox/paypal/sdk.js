// The sandbox's stand-in for PayPal's script (JS SDK v5): `window.paypal` with its buttons.
//
// `@paypal/paypal-js` loads it when `loadScript` is given `sdkBaseUrl` (the address of this file): it appends the other
// options as a query in kebab case (`client-id`, `currency`, `intent`, `components`, `disable-funding`, `locale`, `vault`) and
// sets `data-*` ones as attributes. As with PayPal, a wrong client id ends in a script that does not load.
(() => {
  const script = document.currentScript;
  const { origin, searchParams } = new URL(script.src);
  const off = (searchParams.get('disable-funding') ?? '').split(',');
  const FUNDING = { PAYPAL: 'paypal', CARD: 'card' };
  const isFrench = searchParams.get('locale') === 'fr_FR';
  const LABELS = {
    paypal: 'PayPal',
    card: isFrench ? 'Carte de débit ou de crédit' : 'Debit or Credit Card',
  };
  const COLOURS = { paypal: ['#ffc439', '#14213d'], card: ['#2c2e2f', '#ffffff'] };
  /** A window that closes after its answer may be seen closed before the answer is heard. */
  const LAST_WORD_MS = 300;
  const LOOK_EVERY_MS = 150;

  const isOffered = (source) => source in LABELS && !off.includes(source);

  function Buttons(options = {}) {
    const sources = options.fundingSource
      ? [options.fundingSource]
      : Object.values(FUNDING).filter(isOffered);
    let box;
    let popup;
    let isClosed = false;

    const fail = (error) => {
      if (options.onError) options.onError(error);
      else throw error;
    };

    async function pay(source) {
      if (popup && !popup.closed) return popup.focus();
      // In the click itself: a window that is opened any later counts as unasked for.
      popup = window.open('about:blank', 'paypal', 'popup,width=480,height=680');
      if (!popup) return fail(new Error('Unable to open popup window'));
      setBusy(true);
      try {
        await mayGoOn(source);
        const orderID = await options.createOrder?.({ paymentSource: source }, {});
        if (typeof orderID !== 'string' || !orderID)
          throw new Error(`Expected an order id to be passed to createOrder, got ${orderID}`);
        const query = new URLSearchParams({ token: orderID, fundingSource: source });
        const result = await decision(popup, `${origin}/checkoutnow?${query}`);
        if (isClosed) return;
        const { payerID } = result;
        if (result.decision === 'approved')
          await options.onApprove?.(
            { orderID, payerID, paymentSource: source, facilitatorAccessToken: '' },
            { restart: () => pay(source), redirect: (url) => window.location.assign(url) },
          );
        else options.onCancel?.({ orderID }, {});
      } catch (error) {
        popup.close();
        if (error !== GIVEN_UP && !isClosed) fail(error);
      } finally {
        popup = undefined;
        setBusy(false);
      }
    }

    async function mayGoOn(source) {
      const given = await options.onClick?.(
        { fundingSource: source },
        { resolve: () => true, reject: () => false },
      );
      if (given === false) throw GIVEN_UP;
    }

    function setBusy(isBusy) {
      for (const button of box?.querySelectorAll('button') ?? [])
        button.setAttribute('aria-busy', String(isBusy));
    }

    return {
      isEligible: () => sources.length > 0 && sources.every(isOffered),
      async render(container) {
        const place = typeof container === 'string' ? document.querySelector(container) : container;
        if (!place) throw new Error('Expected the container of the buttons to be in the page');
        if (!this.isEligible()) throw new Error(`${sources} is not eligible`);
        box = document.createElement('div');
        box.dataset.sandboxPaypal = '';
        Object.assign(box.style, { display: 'grid', gap: '8px' });
        box.append(...sources.map((source) => buttonOf(source, () => void pay(source))));
        place.append(box);
        const switchTo = (isOn) => {
          for (const button of box.querySelectorAll('button')) button.disabled = !isOn;
        };
        options.onInit?.({}, { enable: () => switchTo(true), disable: () => switchTo(false) });
      },
      async close() {
        isClosed = true;
        popup?.close();
        box?.remove();
      },
    };
  }

  /** The shop's own `onClick` said no: nothing went wrong. */
  const GIVEN_UP = new Error('The click was given up');

  function buttonOf(source, onClick) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = LABELS[source];
    button.dataset.fundingSource = source;
    const [background, color] = COLOURS[source];
    // One by one: a policy that allows no style attributes allows these.
    Object.assign(button.style, {
      background,
      color,
      display: 'block',
      width: '100%',
      minHeight: '48px',
      border: '0',
      borderRadius: '4px',
      font: '600 17px/1 system-ui, sans-serif',
      cursor: 'pointer',
    });
    button.addEventListener('click', onClick);
    return button;
  }

  /** Opens the approval page in the window and resolves to what the payer decided there; closing it is a no. */
  function decision(popup, url) {
    return new Promise((resolve) => {
      const hear = ({ source, origin: from, data }) => {
        if (source === popup && from === origin && data?.sandboxPaypal) end(data.sandboxPaypal);
      };
      const look = setInterval(() => {
        if (!popup.closed) return;
        clearInterval(look);
        setTimeout(end, LAST_WORD_MS, { decision: 'cancelled' });
      }, LOOK_EVERY_MS);
      const end = (result) => {
        clearInterval(look);
        window.removeEventListener('message', hear);
        resolve(result);
      };
      window.addEventListener('message', hear);
      popup.location.replace(url);
    });
  }

  window[script.dataset.namespace ?? 'paypal'] = {
    version: '5.0.0-sandbox',
    FUNDING,
    getFundingSources: () => Object.values(FUNDING).filter(isOffered),
    isFundingEligible: isOffered,
    Buttons,
  };
})();
