/**
 * Sets the chosen theme and motion before first paint. Inline, so its hash is part of the content
 * security policy (astro.config.mjs).
 */
export const themeScript =
  "try{const t=localStorage.getItem('theme');" +
  "if(t==='light'||t==='dark')" +
  'document.documentElement.dataset.theme=t;' +
  "if(localStorage.getItem('motion')==='reduce')" +
  "document.documentElement.dataset.motion='reduce'}catch{}";
