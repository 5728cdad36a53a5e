/** Chromium's arguments in all browser tests; they also disable everything that contacts the vendor. */
export const chromiumArgs = [
  // Its sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--no-first-run',
  '--no-default-browser-check',
  '--metrics-recording-only',
  '--no-pings',
  // Disables the GPU process and the preparation of the browser's own menus.
  '--disable-gpu',
  '--disable-features=OptimizationHints,MediaRouter,Translate,PreloadTopChromeWebUI',
  '--disable-dev-shm-usage',
];
