import { z } from 'zod';
import { refuseTexts, toAltTexts } from '#domains/media/alt-fields.ts';
import { feedItem } from '#domains/posts/feed-item.schema.ts';
import { pendingCreated } from '#domains/posts/pending/pending-posts.schema.ts';
import { postLength } from '#domains/posts/posts.rules.ts';
import { audiences, type Audience } from '#domains/posts/posts.schema.ts';
import { scheduled, scheduleField } from '#domains/posts/schedule/schedule.schema.ts';
import { wallTypes } from '#lib/container-types.ts';
import { flagField, idField, itemTypeField, jsonField, lineField, textField } from '#lib/fields.ts';
import { isId } from '#lib/url-numbers.ts';

/** Native clients also send `networks`, stored as friends. Other values are refused. */
export const audienceField = z
  .enum([...audiences, 'networks'], 'Please choose one of these.')
  .transform((audience): Audience => (audience === 'networks' ? 'friends' : audience));

/** A link: http, https or ftp, no spaces, no name or password in it. */
export const linkField = z
  .string()
  .trim()
  .max(2000, 'This link is too long.')
  .refine((uri) => {
    if (uri === '') return true;
    if (!/^(https?|ftp):\/\/[^\s<>"\\]+$/i.test(uri) || !URL.canParse(uri)) return false;
    const url = new URL(uri);
    return url.hostname !== '' && url.username === '' && url.password === '';
  }, 'Please enter a link such as https://example.org.');

/** `5,8,13`: at most 20 ids. */
const taggedField = z
  .union([
    z.string(),
    z.int().transform(String),
    z.array(z.int()).transform((ids) => ids.join(',')),
  ])
  .transform((text) =>
    text
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
  )
  .refine((ids) => ids.every(isId), 'Must be ids, separated by commas.')
  .transform((ids) => [...new Set(ids.map(Number))])
  .refine((ids) => ids.length <= 20, 'At most 20 people.');

/** JSON text as the contract says, or an object in a JSON body. Only the feeling is used. */
const composerField = jsonField
  .pipe(
    z.object(
      { feeling: z.object({ parent: idField, child: idField }).optional() },
      'Must be an object.',
    ),
  )
  .transform(({ feeling }) => feeling);

/** The wall or container; the own wall without them. */
const targetFields = {
  subject_type: itemTypeField(wallTypes).optional(),
  subject_id: idField.optional(),
  /** Write in the name of the page. */
  post_as_page: flagField.optional(),
};

/** A refinement: type and id of the target are sent together. */
export function refuseHalfTarget(
  { subject_type, subject_id }: { subject_type?: unknown; subject_id?: unknown },
  context: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void {
  if ((subject_type === undefined) !== (subject_id === undefined))
    context.addIssue({
      code: 'custom',
      path: ['subject_type'],
      message: 'Type and id belong together.',
    });
}

/** Fields of every post, whatever its attachments. */
export const postFields = {
  ...targetFields,
  body: textField(postLength).default(''),
  language: z.string().max(20).optional(),
  auth_view: audienceField.default('everyone'),
  is_paid: flagField.optional(),
  toValues: taggedField.default([]),
  uri: linkField.default(''),
  composer: composerField.optional(),
  post_attach: flagField.optional(),
  schedule_time: scheduleField.optional(),
  title: lineField(100).default('').meta({ description: 'Of a video' }),
  description: textField(postLength).default('').meta({ description: 'Of a video' }),
};

/** Loose for the numbered fields; the output has the named ones and the alt texts only. */
export const postInput = z
  .looseObject({
    ...postFields,
    type: z
      .union(
        [z.enum(['', 'link', 'photo']), z.literal(['3', 3]).transform(() => 'video' as const)],
        'Please choose one of these.',
      )
      .default(''),
    video_id: z
      .union([z.literal('').transform(() => undefined), idField])
      .optional()
      .meta({ description: 'An own video that was sent before, without a post' }),
    alt0: z.string().optional().meta({
      description:
        'What the first picture shows, for those who do not see it: at most 500 characters. alt1 for filedata1, and so on',
    }),
  })
  .superRefine((fields, context) => {
    refuseTexts(fields, context);
    refuseHalfTarget(fields, context);
    if (fields.type === 'link' && fields.uri === '')
      context.addIssue({ code: 'custom', path: ['uri'], message: 'Please add the link.' });
  })
  .transform(
    (
      {
        body,
        auth_view,
        is_paid,
        toValues,
        uri,
        composer,
        type,
        subject_type,
        subject_id,
        post_as_page,
        schedule_time,
        title,
        description,
        video_id,
        ...others
      },
      context,
    ) => ({
      body,
      auth_view,
      is_paid,
      toValues,
      uri,
      composer,
      type,
      subject_type,
      subject_id,
      post_as_page,
      schedule_time,
      title,
      description,
      video_id,
      alts: toAltTexts(others, context),
    }),
  );
export type PostFields = z.output<typeof postInput>;
export interface PostInput {
  body?: string;
  language?: string;
  auth_view?: Audience;
  /** 1: somebody paid for it. */
  is_paid?: 0 | 1;
  /** Comma-separated ids of tagged friends. */
  toValues?: string;
  uri?: string;
  /** JSON: `{"feeling": {"parent": 27, "child": 2701}}`. */
  composer?: string;
  type?: 'link' | 'photo' | '';
  post_attach?: 0 | 1;
  /** `MM/DD/YYYY HH:MM:SS +02:00` schedules the post. */
  schedule_time?: string;
  subject_type?: string;
  /** 1: in the name of the page, for its staff the default. */
  post_as_page?: 0 | 1;
  subject_id?: number;
  video_id?: number;
  /** One picture, or several in their order, with what each shows. */
  photo?: Blob;
  [file: `filedata${number}`]: Blob;
  [alt: `alt${number}`]: string;
}

/** The new post, or the time of a scheduled one. */
export const published = z.object({
  response: feedItem,
  data: z.array(feedItem),
  video_id: z.int().optional(),
});
export type Published = z.output<typeof published>;
export const postCreated = z.union([
  published,
  z.object({ response: z.union([scheduled, pendingCreated]) }),
]);
export type PostCreated = z.output<typeof postCreated>;
