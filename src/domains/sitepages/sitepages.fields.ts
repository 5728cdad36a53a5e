import type { PostPolicy, Visibility } from '#domains/containers/container-access.rules.ts';
import { sharedFields } from '#domains/containers/container.fields.ts';
import { fieldList } from '#lib/field-list.ts';
import { websiteField } from '#lib/fields.ts';
import { emailField } from './page-field-inputs.ts';
import {
  descriptionLength,
  pageTitleLength,
  postPolicyLabels,
  visibilityLabels,
} from './sitepages.rules.ts';

const labelled = <Value extends string>(value: Value, labels: Record<Value, string>) =>
  [value, labels[value]] as const;
const audience = (visibility: Visibility) => labelled(visibility, visibilityLabels);
const policy = (postPolicy: PostPolicy) => labelled(postPolicy, postPolicyLabels);
const { location, isListed, joinPolicy } = sharedFields;

/**
 * The fields of a page; address, category, tags, overview, opening hours, picture and questions are
 * written by hand beside them.
 */
export const pageFields = fieldList({
  title: {
    wire: 'title',
    type: 'line',
    label: 'Title',
    max: pageTitleLength,
    isRequired: true,
    isOfContainer: true,
  },
  description: {
    wire: 'body',
    type: 'text',
    label: 'Description',
    max: descriptionLength,
    rows: 5,
    isRequired: true,
  },
  location,
  price: {
    wire: 'price',
    type: 'line',
    label: 'Price',
    hint: 'In words, for example “from 5 EUR”.',
    max: 60,
  },
  visibility: {
    wire: 'auth_view',
    type: 'choice',
    label: 'Who sees it',
    hint: 'If only members see it but lists show it, everyone can see its name, pictures, description and number of members.',
    options: {
      everyone: audience('everyone'),
      registered: audience('registered'),
      owner_member_member: audience('friends_of_friends'),
      owner_network: audience('friends'),
      member: audience('members'),
    },
    aliases: { owner_member: 'friends' },
    default: 'everyone',
    isOwnerOnly: true,
    isOfContainer: true,
  },
  isListed: { ...isListed, isOwnerOnly: true },
  /** Whoever may comment reads the page; no other audience of comments is narrower. */
  commentPolicy: {
    wire: 'auth_comment',
    type: 'choice',
    label: 'Who can comment',
    options: {
      everyone: ['readers', 'Everyone who sees it'],
      member: ['members', 'Members of the page'],
    },
    aliases: { registered: 'readers' },
    unknown:
      'Comments are open to everyone who sees the page (everyone) or only to its members (member).',
    default: 'everyone',
    isOfContainer: true,
  },
  postPolicy: {
    wire: 'auth_post',
    type: 'choice',
    label: 'Who can post',
    options: {
      members: policy('members'),
      approval: policy('approval'),
      staff: policy('staff'),
    },
    default: 'members',
    isEditOnly: true,
    isOfContainer: true,
  },
  joinPolicy: { ...joinPolicy, wire: 'member_approval' },
  invitePolicy: {
    wire: 'member_invite',
    type: 'flag',
    label: 'Members can invite',
    values: ['staff', 'members'],
    default: 1,
    isOfContainer: true,
  },
  memberTitle: {
    wire: 'member_title',
    type: 'line',
    label: 'What members are called',
    hint: 'For example “Rowers”. Leave it empty for “Members”.',
    max: 60,
  },
  email: {
    wire: 'email',
    type: 'line',
    label: 'E-mail',
    max: 254,
    input: emailField,
    isEditOnly: true,
  },
  website: {
    wire: 'website',
    type: 'line',
    label: 'Website',
    hint: 'For example www.example.org.',
    max: 500,
    input: websiteField,
    isEditOnly: true,
  },
  phone: { wire: 'phone', type: 'line', label: 'Phone', max: 40, isEditOnly: true },
});
