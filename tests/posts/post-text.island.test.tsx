import { beforeAll, expect, test } from 'vitest';
import {
  act,
  befriend,
  commands,
  freshText,
  mountFeed,
  page,
  postCard,
  waitForToast,
  writeComment,
  writePost,
  type ApiMember,
} from '../support/islands/island.tsx';

let ada: ApiMember;
let bo: ApiMember;
let cleo: ApiMember;

beforeAll(async () => {
  ada = await commands.newMember('Ada', 'Quill');
  bo = await commands.newMember('Bo', 'Reed');
  cleo = await commands.newMember('Cleo', 'Vale');
});

test('names of tagged people and anybody’s username lead to their profiles, and other words nowhere', async () => {
  await befriend(ada, bo);
  await act(cleo, '/members/settings/general', { username: 'vale.bakes' });
  const text = freshText('Baked by @Bo Reed and @Vale.Bakes, not by @Cleo Vale');
  const { response } = await act<{ response: { feed: { action_id: number } } }>(
    ada,
    '/advancedactivity/feeds/post',
    { body: text, auth_view: 'everyone', toValues: bo.id },
  );
  const id = response.feed.action_id;
  await writeComment(bo, id, 'Thank you @vale.bakes!');
  await mountFeed(ada, id);
  const body = postCard(id).css('.post-body');
  await body.waitFor();
  expect(await body.getByRole('link').allInnerTexts()).toEqual(['@Bo Reed', '@Vale.Bakes']);
  const hrefs = await body
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual([`/profile/${bo.id}`, `/profile/${cleo.id}`]);
  expect(
    await postCard(id)
      .css('.comment-body')
      .getByRole('link', { name: '@vale.bakes', exact: true })
      .getAttribute('href'),
  ).toBe(`/profile/${cleo.id}`);
});

test('a tagged member removes the tag', async () => {
  await befriend(ada, cleo);
  const { response } = await act<{ response: { feed: { action_id: number } } }>(
    ada,
    '/advancedactivity/feeds/post',
    { body: freshText('Tagged'), auth_view: 'everyone', toValues: cleo.id },
  );
  const id = response.feed.action_id;
  await mountFeed(cleo, id);
  await page.getByText('tagged Cleo Vale').waitFor();
  await postCard(id).getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('button', { name: 'Remove Tag' }).click();
  await waitForToast('You are no longer tagged in this post');
  await expect.poll(() => page.getByText('tagged Cleo Vale').count()).toBe(0);
});

test('a picture of a member that does not load leaves the initials', async () => {
  const dee = await commands.newMember('Dee', 'Fern');
  await commands.breakAvatar(dee);
  const id = await writePost(dee, freshText('Who am I'));
  await mountFeed(ada, id);
  const picture = postCard(id).css('.avatar img[data-initials=DF]').first();
  await expect
    .poll(() =>
      picture.evaluate((element) => {
        const image = element as HTMLImageElement;
        return image.complete && image.naturalWidth === 0;
      }),
    )
    .toBe(true);
  expect(await picture.evaluate((image) => getComputedStyle(image, '::after').content)).toContain(
    'DF',
  );
});
