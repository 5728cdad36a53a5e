import { sharedFields } from '#domains/containers/container.fields.ts';
import { fieldList } from '#lib/field-list.ts';
import { websiteField } from '#lib/fields.ts';
import {
  descriptionLength,
  maxCapacity,
  locationLength,
  eventTitleLength,
} from './events.rules.ts';

const { isListed, joinPolicy } = sharedFields;
const flag = { type: 'flag', values: [false, true], default: 0 } as const;

/** The fields of one event, of which a series has several; times are written by hand beside them. */
export const eventFields = fieldList({
  title: { wire: 'title', type: 'line', label: 'Title', max: eventTitleLength, isRequired: true },
  description: {
    wire: 'description',
    type: 'text',
    label: 'Description',
    max: descriptionLength,
    rows: 5,
    isRequired: true,
  },
  location: { wire: 'location', type: 'line', label: 'Place', max: locationLength },
  host: {
    wire: 'host',
    type: 'line',
    label: 'Host',
    hint: 'If someone else is hosting.',
    max: locationLength,
  },
  onlineUrl: {
    wire: 'online_url',
    type: 'line',
    label: 'Online address',
    hint: 'Only people who are going can see it.',
    max: 500,
    input: websiteField,
  },
  ticketUrl: {
    wire: 'ticket_url',
    type: 'line',
    label: 'Ticket link',
    max: 500,
    input: websiteField,
  },
  capacity: {
    wire: 'capacity',
    type: 'number',
    label: 'Places',
    hint: '0 means no limit.',
    max: maxCapacity,
    default: 0,
  },
  hasQueue: {
    ...flag,
    wire: 'waiting_list',
    label: 'Waiting list when it is full',
    default: 1,
  },
  maySmallerPass: {
    ...flag,
    wire: 'smaller_parties_first',
    label: 'If a large party does not fit, let a smaller one go first',
  },
});

/** Fields of a new event alone. */
export const newEventFields = fieldList({
  isOwnerComing: {
    ...flag,
    wire: 'attends',
    label: 'I am coming',
    hint: 'You take one of the places. For a series this is its first date.',
    default: 1,
  },
});

const audience = {
  everyone: ['everyone', 'Everyone'],
  registered: ['registered', 'All members of this site'],
  owner_member_member: ['friends_of_friends', 'Friends of friends'],
  owner_network: ['friends', 'Your friends'],
  member: ['members', 'Guests'],
} as const;

/** The fields of its wall, which all events of a series share. */
export const eventWallFields = fieldList({
  visibility: {
    wire: 'auth_view',
    type: 'choice',
    label: 'Who sees place, posts, photos and guests',
    hint:
      'All other members of this site still find its title, time and description, and can sign up unless ' +
      'guests need your approval. People without an account see an event for “Everyone” if this site ' +
      'lets them read, and of one for “Guests” its title, time and description if they have the link. ' +
      'They see nothing of the others. To hide it from all of them, leave it out of lists.',
    options: audience,
    aliases: { owner_member: 'friends', owner: 'members' },
    default: 'everyone',
    isOwnerOnly: true,
    isOfContainer: true,
  },
  isListed: { ...isListed, isOwnerOnly: true },
  joinPolicy: { ...joinPolicy, label: 'Guests need your approval' },
  invitePolicy: {
    wire: 'auth_invite',
    type: 'flag',
    values: ['staff', 'members'],
    label: 'Guests can invite their friends',
    default: 1,
    isOfContainer: true,
  },
  commentPolicy: {
    wire: 'auth_comment',
    type: 'choice',
    label: 'Who can comment',
    options: {
      everyone: ['readers', 'Everyone who sees it'],
      member: ['members', 'Guests'],
      owner: ['staff', 'Hosts'],
    },
    aliases: {
      registered: 'readers',
      owner_network: 'readers',
      owner_member_member: 'readers',
      owner_member: 'readers',
    },
    default: 'everyone',
    isOfContainer: true,
  },
  photoPolicy: {
    wire: 'auth_photo',
    type: 'choice',
    label: 'Who can add photos',
    options: { member: ['members', 'Guests'], owner: ['staff', 'Hosts'] },
    aliases: {
      everyone: 'members',
      registered: 'members',
      owner_network: 'members',
      owner_member_member: 'members',
      owner_member: 'members',
    },
    default: 'member',
    isOfContainer: true,
  },
  postPolicy: {
    wire: 'post_policy',
    type: 'choice',
    label: 'Who can post',
    options: {
      members: ['members', 'Guests'],
      approval: ['approval', 'Guests, after approval'],
      staff: ['staff', 'Hosts only'],
    },
    default: 'members',
    isOfContainer: true,
  },
  areGuestsHidden: { ...flag, wire: 'guests_hidden', label: 'Only hosts can see who is coming' },
  takesMailAnswers: {
    ...flag,
    wire: 'mail_answers',
    label: 'People without an account can answer by e-mail',
    hint: 'For events that everyone can see. Each answer is confirmed by a link.',
  },
});
