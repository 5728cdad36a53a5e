import { beforeAll, describe, expect, test } from 'vitest';
import type { Member } from '#domains/policy/viewer.ts';
import { deletePost } from '#domains/posts/posts.server.ts';
import { editPost } from '#domains/posts/writing/edit-post.server.ts';
import { search, type SearchQuery } from '#domains/search/search.server.ts';
import { collectWords, recountWords } from '#domains/search/vocabulary.server.ts';
import { db } from '#server/db.ts';
import { sql } from '#server/sql.ts';
import { addMember, addPost, befriend, block, setStatus } from '../support/people.ts';
import { countStatements } from '../support/statements.ts';

let ada: Member;
let bo: Member;
let friend: Member;
let stranger: Member;

beforeAll(async () => {
  [ada, bo, friend, stranger] = [
    await addMember({ name: 'Ada Quill' }),
    await addMember({ name: 'Bo Reed' }),
    await addMember({ name: 'Adam Zola' }),
    await addMember({ name: 'Adam Abel' }),
  ];
  await befriend(bo, friend);
});

const ask = (member: Member, query: string, more: Partial<SearchQuery> = {}) =>
  search(member, { query, type: '', page: 1, limit: 20, ...more });
const names = async (member: Member, query: string, more: Partial<SearchQuery> = {}) =>
  (await ask(member, query, { type: 'member', ...more })).result.map(({ title }) => title);
const finds = async (member: Member, query: string) =>
  (await ask(member, query, { type: 'post' })).result.map(({ action_id }) => action_id);

describe('members', () => {
  test('are found by the prefix of a word of their name: exact first, then friends, then the rest', async () => {
    expect(await names(bo, 'ada')).toEqual(['Adam Zola', 'Ada Quill', 'Adam Abel']);
    expect(await names(bo, 'ADAM ABEL')).toEqual(['Adam Abel']);
    expect(await names(bo, 'quil')).toEqual(['Ada Quill']);
    expect(await names(bo, 'uill')).toEqual(['Ada Quill']);
    expect((await ask(bo, 'uill', { type: 'member' })).is_similar).toBe(1);
    expect(await names(bo, `@${ada.username}`)).toEqual(['Ada Quill']);
  });

  test('accents and case are folded, typos corrected', async () => {
    await addMember({ name: 'Zoë Étoile-Müller' });
    for (const query of ['zoe', 'ZOË', 'etoile', 'muller', 'Müll', 'zoe etoile'])
      expect(await names(bo, query), query).toEqual(['Zoë Étoile-Müller']);
    for (const query of ['Zoe Etiole', 'Ettoile', 'Mulller'])
      expect((await names(bo, query))[0], query).toBe('Zoë Étoile-Müller');
    await addMember({ name: 'Bjørn Łęcki-Straßer' });
    for (const query of [
      'bjorn',
      'Bjørn',
      'BJØRN',
      'lecki',
      'ŁĘCKI',
      'strasser',
      'straßer',
      'bjorn lecki',
    ])
      expect(await names(bo, query), query).toEqual(['Bjørn Łęcki-Straßer']);
    expect(await names(bo, 'Ada Qiull')).toContain('Ada Quill');
    // Two letters swapped in the middle leave few trigrams unchanged.
    await addMember({ name: 'Ingrid Bjarnason' });
    for (const query of ['Bjanrason', 'Inrgid', 'ingrid bjarnsaon'])
      expect((await names(bo, query))[0], query).toBe('Ingrid Bjarnason');
    expect(await names(bo, 'Xylophonist')).toEqual([]);
  });

  test('special characters have no meaning in a name', async () => {
    await addMember({ name: 'Percy 100%' });
    expect(await names(bo, '100%')).toEqual(['Percy 100%']);
    for (const query of ['%', '_', '\\', "'", '&|!:*()', '🙂'])
      expect(await names(bo, query), query).toEqual([]);
  });

  test('unfindable members are found by friends only, and no longer when suspended', async () => {
    const hidden = await addMember({ name: 'Hidden Heron' });
    await db.execute(
      sql`insert into member_settings (member_id, is_findable) values (${hidden.id}, false)`,
    );
    expect(await names(bo, 'hidden heron')).toEqual([]);
    expect(await names(bo, 'hiddn heron')).toEqual([]);
    expect(await names(hidden, 'hidden heron')).toEqual(['Hidden Heron']);
    await befriend(bo, hidden);
    expect(await names(bo, 'hidden heron')).toEqual(['Hidden Heron']);
    await setStatus(hidden, 'suspended');
    expect(await names(bo, 'hidden heron')).toEqual([]);
  });

  test('members on either side of a block are not found', async () => {
    const [blocker, blocked] = [
      await addMember({ name: 'Wren Block' }),
      await addMember({ name: 'Wren Blocked' }),
    ];
    await block(blocker, bo);
    await block(bo, blocked);
    expect(await names(bo, 'wren')).toEqual([]);
    expect(await names(bo, 'wrem')).toEqual([]);
    expect(await names(blocker, 'bo reed')).toEqual([]);
    expect((await ask(bo, 'wren')).totalItemCount).toBe(0);
  });
});

describe('posts', () => {
  test('are found by words and their prefixes, newest first, with an excerpt', async () => {
    const first = await addPost(ada, { body: 'The kingfisher was back at the café today' });
    const second = await addPost(ada, { body: 'Kingfishers!' });
    expect(await finds(bo, 'kingfisher')).toEqual([second, first]);
    expect(await finds(bo, 'KINGFISH cafe')).toEqual([first]);
    expect(await finds(bo, 'kingfisher tea')).toEqual([]);
    expect((await ask(bo, 'café kingfisher')).result[0]).toMatchObject({
      type: 'Post',
      description: 'The kingfisher was back at the café today',
      title: 'Ada Quill',
      content_url: `/posts/${first}`,
    });
    await deletePost(ada, second);
    expect(await finds(bo, 'kingfisher')).toEqual([first]);
    const folded = await addPost(ada, { body: 'Smørrebrød by the Straße' });
    for (const query of ['smorrebrod', 'Smørrebrød', 'strasse', 'STRASSE', 'straße'])
      expect(await finds(bo, query), query).toEqual([folded]);
  });

  test('are found and counted only if visible', async () => {
    const open = await addPost(bo, { body: 'nightjar for all' });
    const forFriends = await addPost(bo, { body: 'nightjar for friends', audience: 'friends' });
    const mine = await addPost(bo, { body: 'nightjar for me', audience: 'onlyme' });
    const later = await addPost(bo, {
      body: 'nightjar later',
      publishedAt: new Date(Date.now() + 3_600_000),
    });
    const seen = async (member: Member) => {
      const { totalItemCount, result } = await ask(member, 'nightjar');
      expect(totalItemCount).toBe(result.length);
      return result.map(({ action_id }) => action_id);
    };
    expect(await seen(bo)).toEqual([later, mine, forFriends, open]);
    expect(await seen(friend)).toEqual([forFriends, open]);
    expect(await seen(stranger)).toEqual([open]);
    const blocked = await addMember();
    await block(blocked, bo);
    expect(await seen(blocked)).toEqual([]);
    await setStatus(bo, 'suspended');
    expect(await seen(stranger)).toEqual([]);
    await setStatus(bo, 'active');
    await db.execute(sql`update posts set audience = 'onlyme' where id = ${open}`);
    expect(await seen(stranger)).toEqual([]);
  });
});

describe('posts with a typo', () => {
  test('are found if there is no exact match, and only if visible', async () => {
    const open = await addPost(bo, { body: 'Sourdough and tomatoes for lunch' });
    const hidden = await addPost(bo, { body: 'My secret sourdough', audience: 'onlyme' });
    await collectWords();
    expect(await finds(stranger, 'tomatos')).toEqual([open]);
    expect(await finds(stranger, 'suordough')).toEqual([open]);
    expect(await finds(bo, 'suordough')).toEqual([hidden, open]);
    expect(await finds(stranger, 'sourdogh lunhc')).toEqual([open]);
    // An unfinished word.
    expect(await finds(stranger, 'sourduo')).toEqual([open]);
    expect(await ask(stranger, 'tomatos')).toMatchObject({
      is_similar: 1,
      result: [{ type: 'Post', description: 'Sourdough and tomatoes for lunch' }],
    });
    expect((await ask(stranger, 'tomatoes')).is_similar).toBe(0);
    for (const query of ['sorudough', 'lucnh', 'tomatose', 'tomaotes'])
      expect(await finds(stranger, query), query).toEqual([open]);
    for (const query of ['tomatoes suordough zebra', 'tmt', 'zzzzzz'])
      expect(await finds(stranger, query), query).toEqual([]);
    expect(await countStatements(() => ask(stranger, 'suordough'))).toBe(7);
  });

  test('words are added by an edit and removed with the last post that has them', async () => {
    const post = await addPost(bo, { body: 'Marmalade' });
    await collectWords();
    expect(await finds(bo, 'marmelade')).toEqual([post]);
    await editPost(bo, post, { body: 'Rhubarb' });
    expect(await finds(bo, 'marmalade')).toEqual([]);
    expect(await finds(bo, 'rhubarb')).toEqual([post]);
    await recountWords();
    expect(await finds(bo, 'rhubrab')).toEqual([post]);
    const words = await db.execute<{ word: string }>(
      sql`select word from search_vocabulary where word in ('marmalade', 'rhubarb')`,
    );
    expect(words.map(({ word }) => word)).toEqual(['rhubarb']);
  });
});

describe('hidden posts change no answer', () => {
  const words = async () =>
    (await db.execute<{ word: string }>(sql`select word from search_vocabulary order by word`)).map(
      ({ word }) => word,
    );
  // Each with two neighbouring letters swapped; only so many are allowed.
  const near = [
    'windrosen',
    'wnidrose',
    'iwndrose',
    'widnrose',
    'winrdose',
    'windorse',
    'windroes',
    'windrsoe',
    'windrosea',
    'windroseb',
    'windrosec',
    'windrosed',
  ];

  test('words of posts that are not public are not collected, however they became so', async () => {
    const [suspended, album] = [await addMember(), await addMember()];
    const hidden = [
      await addPost(bo, { body: 'hidewhimbrel', audience: 'onlyme' }),
      await addPost(bo, { body: 'hidecurlew', audience: 'friends' }),
      await addPost(bo, { body: 'hidedunlin', publishedAt: new Date(Date.now() + 3_600_000) }),
      await addPost(suspended, { body: 'hideplover' }),
      await addPost(album, { body: 'hideknot' }),
    ];
    await setStatus(suspended, 'suspended');
    await db.execute(sql`
      with a as (
        insert into albums (owner_id, title, audience)
        values (${album.id}, 'Mine', 'onlyme')
        returning id
      )
      update posts
      set album_id = a.id
      from a
      where posts.id = ${hidden.at(-1)!}`);
    for (const learn of [collectWords, recountWords]) {
      await learn();
      expect((await words()).filter((word) => word.startsWith('hide'))).toEqual([]);
    }
  });

  test('many new posts are processed in batches, each in a transaction of its own', async () => {
    await collectWords();
    for (const [from, to] of [
      [1, 1_250],
      [1_251, 2_500],
    ])
      await db.execute(sql`
        insert into posts (author_id, type, subject_id, object_id, body, audience)
        select ${bo.id}, 'status', ${bo.id}, ${bo.id},
          'many' || translate(n::text, '0123456789', 'abcdefghij'), 'everyone'
        from generate_series(${from!}::int, ${to!}::int) n`);
    const collected = async () =>
      (await words()).filter((word) => /^many[a-j]+$/.test(word)).length;
    const stopped = collectWords(AbortSignal.abort(new Error('stopped')));
    await expect(stopped).rejects.toThrow('stopped');
    expect(await collected()).toBeGreaterThan(1_000);
    expect(await collected()).toBeLessThan(2_500);
    expect(await countStatements(() => collectWords())).toBe(2);
    expect(await collected()).toBe(2_500);
  });

  test('a word that is no longer public is removed', async () => {
    const post = await addPost(bo, { body: 'turnstone' });
    await collectWords();
    expect(await words()).toContain('turnstone');
    await db.execute(sql`update posts set audience = 'onlyme' where id = ${post}`);
    await recountWords();
    expect(await words()).not.toContain('turnstone');
  });

  test('similar words of hidden posts do not displace one of a visible post', async () => {
    const asker = await addMember();
    const open = await addPost(bo, { body: 'A windrose on the floor' });
    await collectWords();
    const before = await ask(asker, 'windrsoee', { type: 'post' });
    expect(before.result.map(({ action_id }) => action_id)).toEqual([open]);
    for (const word of near) await addPost(friend, { body: word, audience: 'onlyme' });
    for (const learn of [collectWords, recountWords]) {
      await learn();
      expect(await ask(asker, 'windrsoee', { type: 'post' })).toEqual(before);
    }
  });
});

test('pages contain members and then posts, each once', async () => {
  const asker = await addMember();
  for (let index = 0; index < 5; index += 1) await addMember({ name: `Plover ${index}` });
  for (let index = 0; index < 4; index += 1) await addPost(ada, { body: `plover ${index}` });
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => ask(asker, 'plover', { page, limit: 3 })),
  );
  expect(pages.map(({ totalItemCount }) => totalItemCount)).toEqual([9, 9, 9, 9]);
  expect(pages.map(({ result }) => result.map(({ type }) => type[0]).join(''))).toEqual([
    'UUP',
    'UUU',
    'PPP',
    '',
  ]);
  expect(
    new Set(pages.flatMap(({ result }) => result.map(({ content_url }) => content_url))).size,
  ).toBe(9);
  expect(await countStatements(() => ask(asker, 'plover'))).toBe(4);
});

test('nothing is found without a word or of a type that has none', async () => {
  const asker = await addMember();
  await addMember({ name: 'Plover' });
  expect(await ask(asker, ' ')).toMatchObject({ totalItemCount: 0, result: [] });
  for (const type of ['group', 'event', 'video', 'page'] as const)
    expect(await ask(asker, 'plover', { type })).toMatchObject({ totalItemCount: 0, result: [] });
});
