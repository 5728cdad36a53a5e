import type { SQL } from 'drizzle-orm';
import {
  archivedChoices,
  type ArchivedProfile,
  type ArchivedSetting,
} from '#domains/archive/archive-format.schema.ts';
import type { PictureKind } from '#domains/media/picture-shapes.rules.ts';
import { lockMember } from '#domains/members/members.server.ts';
import { isChosenType } from '#domains/notifications/notices.server.ts';
import type { Member } from '#domains/policy/viewer.ts';
import { detailNames, toWireAudience } from '#domains/profiles/details/details.fields.ts';
import { editProfileInput, type EditProfile } from '#domains/profiles/details/details.schema.ts';
import { checkBirthdate, saveDetails } from '#domains/profiles/details/details.server.ts';
import {
  applyPicture,
  preparePicture,
  readOwnPictures,
  type PreparedPicture,
} from '#domains/profiles/pictures/pictures.server.ts';
import { now } from '#server/clock.ts';
import { db, type Tx } from '#server/db.ts';
import { HttpError } from '#server/errors.ts';
import { sql } from '#server/sql.ts';
import type { Prepared } from './import-post.server.ts';
import type { Archive } from './read-archive.server.ts';
import { withPicture } from './unpacked-media.server.ts';

type Details = NonNullable<ArchivedProfile['details']>;

/**
 * Every field that is valid here, with its audience; an invalid one is left out without a message.
 */
async function toProfileInput({
  audiences,
  ...details
}: Details): Promise<{ fields: EditProfile; leftOut: number }> {
  const fields: Record<string, unknown> = {};
  let leftOut = 0;
  for (const name of detailNames) {
    const audience = audiences[name];
    const input = {
      ...(details[name] ? { [name]: details[name] } : {}),
      ...(audience ? { [`${name}_privacy`]: toWireAudience(audience) } : {}),
    };
    const read = editProfileInput.safeParse(input);
    const problem =
      name === 'birthdate' && read.success && read.data.birthdate
        ? await checkBirthdate(read.data.birthdate).then(
            () => null,
            (error: unknown) => error,
          )
        : null;
    if (problem && !(problem instanceof HttpError)) throw problem;
    if (read.success && !problem) Object.assign(fields, read.data);
    else leftOut += 1;
  }
  return { fields: fields as EditProfile, leftOut };
}

const hasDetails = async (member: Member) =>
  (await db.execute(sql`select 1 from profile_details where member_id = ${member.id}`)).length > 0;

/** The narrower of two audiences: a choice in this account is never widened. */
const narrower = (column: string, widening: string[]): SQL => {
  const list = sql.raw(`array[${widening.map((word) => `'${word}'`).join(', ')}]`);
  const [existing, sent] = [sql.raw(`existing.${column}`), sql.raw(`excluded.${column}`)];
  return sql`
    ${sql.raw(column)} = (${list})[least(
      array_position(${list}, ${existing}), array_position(${list}, ${sent})
    )]`;
};
const profileAudiences = ['onlyme', 'friends', 'members', 'everyone'];

async function saveChoices(tx: Tx, member: Member, settings: ArchivedSetting[]): Promise<void> {
  for (const setting of settings) {
    if (setting.of === 'member_settings') {
      const columns = Object.keys(archivedChoices.member_settings.shape) as Array<
        keyof typeof archivedChoices.member_settings.shape
      >;
      const both = (column: string) =>
        sql.raw(`${column} = existing.${column} and excluded.${column}`);
      const taken = (column: string) => sql.raw(`${column} = excluded.${column}`);
      await tx.execute(sql`
        insert into member_settings as existing (member_id, ${sql.raw(columns.join(', '))})
        values (
          ${member.id},
          ${sql.join(
            columns.map((column) => sql`${setting.chosen[column]}`),
            sql`, `,
          )}
        )
        on conflict (member_id)
        do update set ${narrower('profile_audience', profileAudiences)},
          ${narrower('friends_audience', profileAudiences)},
          ${narrower('friend_requests_from', ['nobody', 'friends_of_friends', 'everyone'])},
          ${narrower('messages_from', ['friends', 'everyone'])},
          ${narrower('mentions_from', ['friends', 'everyone'])},
          ${sql.join(['is_indexed', 'is_findable', 'shows_typing', 'shows_read_receipts'].map(both), sql`, `)},
          ${taken('autoplays_videos')}`);
      await tx.execute(sql`
        update member_settings
        set hidden_activity_types = array(
          select unnest(hidden_activity_types)
          union
          select unnest(${sql.param(setting.chosen.hidden_activity_types)}::text[])
          order by 1
        )
        where member_id = ${member.id}`);
    } else if (setting.of === 'notification_settings') {
      const {
        is_push_on: isPushOn,
        quiet_from: from,
        quiet_to: to,
        paused_until: until,
      } = setting.chosen;
      await tx.execute(sql`
        insert into notification_settings (
          member_id, is_push_on, quiet_from, quiet_to, paused_until
        )
        values (
          ${member.id}, ${isPushOn}, ${from}::time, ${to}::time,
          case when ${until}::timestamptz > ${now()} then ${until}::timestamptz end
        )
        on conflict
        do nothing`);
    } else if (setting.of === 'notification_preferences' && isChosenType(setting.chosen.type)) {
      const { type, in_app: inApp, email, push } = setting.chosen;
      await tx.execute(sql`
        insert into notification_preferences (member_id, type, in_app, email, push)
        values (${member.id}, ${type}, ${inApp}, ${email}, ${push})
        on conflict
        do nothing`);
    }
  }
}

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/** The member's profile details, photo, cover and settings. Existing data of the account stays. */
export async function prepareProfile(archive: Archive, member: Member): Promise<Prepared> {
  let profile: ArchivedProfile | undefined;
  for await (const one of archive.items('profile.json')) profile = one;
  const settings: ArchivedSetting[] = [];
  for await (const one of archive.items('settings.json'))
    if (
      one.of === 'member_settings' ||
      one.of === 'notification_preferences' ||
      one.of === 'notification_settings'
    )
      settings.push(one);
  const { fields, leftOut: leftOutDetails } =
    profile?.details && !(await hasDetails(member))
      ? await toProfileInput(profile.details)
      : { fields: undefined, leftOut: 0 };
  const { avatar, cover } = await readOwnPictures(member);
  const pictures: Array<{ kind: PictureKind; prepared: PreparedPicture }> = [];
  let unread = 0;
  for (const [kind, name] of [
    ['profile', avatar ? null : profile?.picture],
    ['cover', cover ? null : profile?.cover],
  ] as Array<[PictureKind, string | null | undefined]>) {
    if (!name) continue;
    const prepared = await withPicture(archive, name, (file, folder) =>
      preparePicture(kind, file, folder),
    );
    if (prepared) pictures.push({ kind, prepared });
    else unread += 1;
  }
  return {
    leftOut: leftOutDetails + unread,
    write: async (tx) => {
      await lockMember(tx, member.id);
      if (fields) await saveDetails(tx, member, fields);
      await saveChoices(tx, member, settings);
      if (profile && isTimeZone(profile.timezone))
        await tx.execute(
          sql`
            update members
            set timezone = ${profile.timezone}
            where id = ${member.id}
              and timezone = 'UTC'`,
        );
      for (const { kind, prepared } of pictures)
        await applyPicture(tx, member, kind, prepared, { isActivity: false });
      return undefined;
    },
  };
}
