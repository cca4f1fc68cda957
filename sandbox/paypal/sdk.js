window.paypal = { version: '5.0.0-sandbox' };
