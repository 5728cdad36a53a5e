import { expect, test } from 'vitest';
import { freshText, writePost } from '../support/act.ts';
import { ada, bo, openAs, postCard, server } from '../support/stage.ts';

test('a long press chooses a reaction, which a short one withdraws', async () => {
  const id = await writePost(server, bo, freshText('Touch me'));
  const visit = await openAs(ada, `/posts/${id}`, { screen: 'phone' });
  const { page } = visit;
  const sent: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/like'))
      sent.push(new URLSearchParams(request.postData() ?? '').get('reaction'));
  });
  const post = postCard(page, id);
  const touches = await visit.context.newCDPSession(page);
  const box = (await post.getByRole('button', { name: 'Like', exact: true }).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await post.getByRole('group', { name: 'Reactions' }).waitFor();
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await post.getByRole('button', { name: 'Blessings' }).tap();
  await post.getByRole('button', { name: 'Blessings: your reaction' }).waitFor();
  // The long press itself did not like: calls of one post are sent in their order.
  expect(sent).toEqual(['blessings']);
  await post.getByRole('button', { name: 'Blessings: your reaction' }).tap();
  await post.getByRole('button', { name: 'Like', exact: true }).waitFor();
  await visit.context.close();
});
