import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as looks from './privacy-paths.ts';
import {
  choose,
  detailTexts,
  forgetMeetings,
  makeWorld,
  shown,
  whoSees,
  type Look,
  type World,
} from './privacy-world.ts';

// Every privacy setting, for every viewer, on every path: viewers are the letters of
// privacy-world.ts. The tables are written by hand from the guide; nothing in them is computed.

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
beforeEach(() =>
  choose(world, {
    privacy: 'everyone',
    friends_privacy: 'everyone',
    friend_request: 'everyone',
    search: 1,
    indexed: 1,
  }),
);
afterAll(() => world.server.stop());

async function check(expected: Record<string, string>, paths: Record<string, Look>, where: string) {
  const seenBy: Record<string, string> = {};
  // One path after the other: parallel requests would only wait for each other.
  for (const path of Object.keys(expected)) seenBy[path] = await whoSees(world, paths[path]!);
  expect(seenBy, where).toEqual(expected);
  expect(Object.keys(expected).sort()).toEqual(Object.keys(paths).sort());
}

const profileValues = ['everyone', 'registered', 'member', 'owner'];
const profileTable: Record<keyof typeof looks.paths, string[]> = {
  //                      everyone  registered member owner
  'screen posts': ['vmgfoa', 'mgfoa', 'foa', 'oa'],
  'screen info': ['vmgfoa', 'mgfoa', 'foa', 'oa'],
  'screen friends': ['vmgfoa', 'mgfoa', 'foa', 'oa'],
  'screen albums': ['vmgfoa', 'mgfoa', 'foa', 'oa'],
  'screen videos': ['vmgfoa', 'mgfoa', 'foa', 'oa'],
  'screen stories': ['mgfoa', 'mgfoa', 'foa', 'oa'],
  'screen of an album': ['vmgfoa', 'mgfoa', 'foa', 'oa'],
  // Posts and stories have an audience of their own.
  'screen of a post': ['vmgfoa', 'vmgfoa', 'vmgfoa', 'vmgfoa'],
  'photos beside posts': ['vmgfoa', 'mgfoa', 'foa', 'oa'],
  'Open Graph': ['v', '', '', ''],
  'JSON-LD': ['v', '', '', ''],
  sitemap: ['vmgfbkoa', '', '', ''],
  'call profile': ['mgfoa', 'mgfoa', 'foa', 'oa'],
  'call info': ['mgfoa', 'mgfoa', 'foa', 'oa'],
  'call friends': ['mgfoa', 'mgfoa', 'foa', 'oa'],
  'call albums': ['mgfoa', 'mgfoa', 'foa', 'oa'],
  'call album': ['vmgfoa', 'mgfoa', 'foa', 'oa'],
  'call videos': ['mgfoa', 'mgfoa', 'foa', 'oa'],
  'call stories': ['mgfoa', 'mgfoa', 'mgfoa', 'mgfoa'],
  'feed of the wall': ['mgfoa', 'mgfoa', 'foa', 'oa'],
  'feed of everybody': ['mgfoa', 'mgfoa', 'mgfoa', 'mgfoa'],
  // Members find everybody's name; more than the name is for those who may open the profile.
  'search by name': ['mgfoa', 'mgfoa', 'mgfoa', 'mgfoa'],
  'search for posts': ['mgfoa', 'mgfoa', 'mgfoa', 'mgfoa'],
  'file of an album': ['vmgfoa', 'mgfoa', 'foa', 'oa'],
  'file of a story': ['mgfoa', 'mgfoa', 'mgfoa', 'mgfoa'],
  'file of a post': ['vmgfoa', 'vmgfoa', 'vmgfoa', 'vmgfoa'],
};

test.each(profileValues.map((value, column) => ({ value, column })))(
  'viewers who see the profile: $value',
  async ({ value, column }) => {
    await choose(world, { privacy: value });
    await check(
      Object.fromEntries(
        Object.entries(profileTable).map(([path, cells]) => [path, cells[column]!]),
      ),
      looks.paths,
      value,
    );
  },
);

test('a profile for the own network is for members only', async () => {
  await choose(world, { privacy: 'network' });
  for (const path of ['screen posts', 'call profile', 'file of an album'] as const)
    expect(await whoSees(world, looks.paths[path]), path).toBe('mgfoa');
});

test.each([
  { value: 'everyone', seen: 'vmgfoa', members: 'mgfoa', engines: 'v', friendship: 'fo' },
  { value: 'registered', seen: 'mgfoa', members: 'mgfoa', engines: '', friendship: 'fo' },
  { value: 'member', seen: 'foa', members: 'foa', engines: '', friendship: 'fo' },
  { value: 'owner', seen: 'oa', members: 'oa', engines: '', friendship: 'o' },
])(
  'viewers who see the list of friends: $value',
  async ({ value, seen, members, engines, friendship }) => {
    await choose(world, { friends_privacy: value });
    await check(
      {
        'list on the screen': seen,
        'faces beside posts': seen,
        'number on the screen': seen,
        'number in Open Graph': engines,
        'list of the call': members,
        'number of the call': members,
        'activity post of a friendship': friendship,
      },
      looks.friendPaths,
      value,
    );
  },
);

test.each([
  { value: 'everyone', seen: 'vmgfoa', members: 'mgfoa' },
  { value: 'registered', seen: 'mgfoa', members: 'mgfoa' },
  { value: 'friends', seen: 'foa', members: 'foa' },
  { value: 'self', seen: 'oa', members: 'oa' },
])('viewers who see the details: $value', async ({ value, seen, members }) => {
  const privacies = Object.fromEntries(
    Object.keys(detailTexts).map((name) => [`${name}_privacy`, value]),
  );
  await choose(world, { ...detailTexts, ...privacies }, '/members/edit/profile');
  for (const name of Object.keys(detailTexts) as Array<keyof typeof detailTexts>) {
    await check(
      { 'screen info': seen, 'beside posts': seen, 'beside albums': seen, 'call info': members },
      looks.detailPaths(detailTexts[name], shown[name]),
      `${name}: ${value}`,
    );
    const isLocation = name === 'location';
    if (isLocation)
      await check(
        { 'call profile': members },
        looks.locationPath(detailTexts[name]),
        `${name}: ${value}`,
      );
    // Checked for the widest audience only: whatever is absent from other screens and search then
    // is absent for narrower ones too. (The word for a gender is too common to search for.)
    if (value === 'everyone' && name !== 'gender')
      await check(
        { 'other screens': '', 'other calls': '', search: '' },
        looks.elsewhere(detailTexts[name], shown[name], isLocation),
        `${name}: ${value}`,
      );
  }
});

test('content for everyone in a profile for friends is for friends, and vice versa', async () => {
  const paths = looks.detailPaths(detailTexts.location, shown.location);
  await choose(world, { location_privacy: 'everyone' }, '/members/edit/profile');
  await choose(world, { privacy: 'member', friends_privacy: 'everyone' });
  const seenBy = (viewers: string) =>
    Object.fromEntries(Object.keys(paths).map((path) => [path, viewers]));
  await check(seenBy('foa'), paths, 'profile for friends');
  expect(await whoSees(world, looks.friendPaths['list of the call'])).toBe('foa');
  await choose(world, { location_privacy: 'self' }, '/members/edit/profile');
  await choose(world, { privacy: 'everyone', birthday_privacy: 'owner' });
  await check(seenBy('oa'), paths, 'profile for everyone');
  expect(
    await whoSees(world, looks.detailPaths(detailTexts.birthdate, shown.birthdate)['screen info']),
  ).toBe('oa');
});

test.each([
  { value: 'everyone', seen: 'mga' },
  { value: 'friends_of_friends', seen: 'g' },
  { value: 'nobody', seen: '' },
])('members who may send a friend request: $value', async ({ value, seen }) => {
  await choose(world, { friend_request: value });
  await check(
    { 'button on the screen': seen, 'relationship in the call': seen, asking: seen },
    looks.askPaths,
    value,
  );
  await forgetMeetings(world);
});

// The narrower one first: an existing conversation continues.
test.each([
  { value: 'member', seen: 'f' },
  { value: 'everyone', seen: 'mgfa' },
])('members who may start a conversation: $value', async ({ value, seen }) => {
  await choose(world, { message: value });
  await check(
    { 'relationship in the call': seen, 'list of recipients': seen, writing: seen },
    looks.messagePaths,
    value,
  );
});

test.each([
  { value: 0, named: 'fo', suggested: '' },
  // Suggested to members without shared friends, as one of the newest members.
  { value: 1, named: 'mgfoa', suggested: 'mga' },
])('found by strangers: $value', async ({ value, named, suggested }) => {
  await choose(world, { search: value });
  await check(
    {
      'search by name': named,
      'search by username': named,
      'search for a name nearly like it': named,
      'list of members': named,
      suggestions: suggested,
    },
    looks.findingPaths,
    String(value),
  );
});

test.each([
  { value: 0, listed: '', kept: '' },
  { value: 1, listed: 'vmgfbkoa', kept: 'v' },
])('indexed by search engines: $value', async ({ value, listed, kept }) => {
  await choose(world, { indexed: value });
  await check(
    { sitemap: listed, 'JSON-LD': kept, 'header and tag': kept },
    looks.enginePaths,
    String(value),
  );
});
