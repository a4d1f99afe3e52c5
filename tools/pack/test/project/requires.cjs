const loaded = {
  browser: require('@authly/browser'),
  merchant: require('@authly/merchant'),
  node: require('@authly/merchant/node'),
  runner: require('@authly/merchant/bio-check'),
  testing: require('@authly/merchant/testing'),
  vectors: require('@authly/merchant/signature-vectors.json'),
};

void import('./try-packages.mjs').then(({ tryPackages }) => tryPackages(loaded));
