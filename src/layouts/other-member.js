// Inlined in the head of every page that was served for a member. When somebody else is signed in in
// this browser, the page is requested again before it shows, sends or stores anything more
// (docs/decisions/054-one-member-per-browser.md).
(() => {
  const root = document.documentElement;
  const { member, kept } = root.dataset;
  const cookie = `${location.protocol === 'https:' ? '__Host-' : ''}hearth_member=`;
  const signedIn = () =>
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(cookie))
      ?.slice(cookie.length);
  const atStart = signedIn();

  const leave = () => {
    if (root.hidden) return;
    root.hidden = true;
    stop();
    // Neither a reload, which would send a form again and fill in what was typed, nor with this state.
    history.replaceState(null, '');
    location.replace(kept ? '/offline' : location.pathname + location.search);
  };
  const check = ({ type } = {}) => {
    const now = signedIn();
    // Without a cookie a sign-out is under way in another tab, which sends this one to the start page;
    // or scripts cannot read it, and only the server knows.
    if (now !== member && (now || (atStart && type !== 'storage'))) leave();
  };

  // Browsers fill in what was typed when an entry of the history is loaded again.
  const { member: typist } = history.state ?? {};
  if (typist && typist !== member) leave();
  else history.replaceState({ ...history.state, member }, '');
  check();
  for (const type of ['pageshow', 'focus', 'storage']) addEventListener(type, check);
  document.addEventListener('prerenderingchange', check);
  // Hidden by leaving it: the next page is on its way.
  document.addEventListener('visibilitychange', () => document.hidden || check());
  addEventListener('othermember', leave);
})();
