import {
  readPush,
  removePush,
  subscribePush,
} from '#domains/notifications/preferences/preferences.calls.ts';
import { registerWorker } from '#worker/client.ts';

// The switch in the settings that turns push on and off for this device. Subscribes only after
// somebody turns it on.

const isAble = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function turnOn(publicKey: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted')
    return 'Your browser blocks notifications from this site. Allow them in your browser settings first.';
  const registration = await registerWorker();
  await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  await subscribePush({ endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' });
  return null;
}

async function turnOff(): Promise<void> {
  await removePush({});
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

async function isOnHere(isSubscribed: boolean): Promise<boolean> {
  if (!isSubscribed || Notification.permission !== 'granted') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(await registration?.pushManager.getSubscription());
}

/** Connects the button and shows the state beside it. */
export async function offerPush(button: HTMLButtonElement, status: HTMLElement): Promise<void> {
  const show = (isOn: boolean, text: string) => {
    button.querySelector('.button-inside')!.textContent = isOn ? 'Turn off here' : 'Turn on here';
    button.dataset.isOn = String(isOn);
    status.textContent = text;
  };
  if (!isAble()) {
    button.hidden = true;
    status.textContent =
      'This browser does not support push. On an iPhone or iPad, add this site to your home screen first.';
    return;
  }
  const texts = { on: 'On for this device.', off: 'Off for this device.' };
  let publicKey: string;
  let isOn: boolean;
  try {
    const state = await readPush({});
    publicKey = state.public_key;
    isOn = await isOnHere(state.is_subscribed === 1);
    show(isOn, isOn ? texts.on : texts.off);
  } catch {
    show(false, 'Unable to check whether push is on here.');
    return;
  }
  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    try {
      const problem = isOn ? await turnOff() : await turnOn(publicKey);
      if (problem) return show(isOn, problem);
      isOn = !isOn;
      show(isOn, isOn ? texts.on : texts.off);
    } catch {
      show(
        isOn,
        isOn
          ? 'That did not work. It is still on.'
          : 'That did not work. Your browser could not reach its push service.',
      );
    } finally {
      button.removeAttribute('aria-busy');
    }
  });
}
