// Tells the page that opened this window what the payer decided, and closes the window.
(() => {
  const { result } = document.querySelector('[data-result]').dataset;
  if (!window.opener) return;
  // The result names an order and no secret, and whoever opened the window may be on any address.
  window.opener.postMessage({ sandboxPaypal: JSON.parse(result) }, '*');
  window.close();
})();
