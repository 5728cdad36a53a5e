import { expect, test, vi } from 'vitest';
import {
  $photos,
  describePhoto,
  followPhotos,
} from '#domains/messages/conversation/message-photos.store.ts';
import { fakeStorage } from '../support/call-server.ts';

test('photos sent by another window leave the draft here, unless that window never saw them', () => {
  vi.stubGlobal('localStorage', fakeStorage());
  const listeners = new Set<(event: object) => void>();
  vi.stubGlobal('addEventListener', (_: string, listen: (event: object) => void) =>
    listeners.add(listen),
  );
  vi.stubGlobal('removeEventListener', (_: string, listen: (event: object) => void) =>
    listeners.delete(listen),
  );
  const draft = 'draft:1:message 7';
  const stop = followPhotos(draft);
  const sentElsewhere = (key: string, oldValue: string) =>
    listeners.forEach((listen) => listen({ key, oldValue, newValue: null }));
  $photos.setKey(draft, [{ id: 'a', name: 'a.jpg', alt: '' }]);
  describePhoto(draft, 'a', 'A barn');
  const name = localStorage.key(0)!;
  const list = localStorage.getItem(name)!;
  sentElsewhere(name, '[]');
  sentElsewhere(`${name}7`, list);
  expect($photos.get()[draft]).toHaveLength(1);
  sentElsewhere(name, list);
  expect($photos.get()[draft]).toEqual([]);
  stop();
  expect(listeners.size).toBe(0);
});
