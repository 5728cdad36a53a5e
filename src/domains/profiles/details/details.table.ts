import { sql } from 'drizzle-orm';
import { bigint, check, date, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { members } from '#domains/members/members.table.ts';
import type { ProfileAudience } from '#domains/policy/profile-audience.rules.ts';

/** Optional details of a profile. No row means that none are filled in. */
export const profileDetails = pgTable(
  'profile_details',
  {
    memberId: bigint('member_id', { mode: 'number' })
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    gender: text({ enum: ['', 'male', 'female', 'other'] })
      .notNull()
      .default(''),
    birthdate: date(),
    aboutMe: text('about_me').notNull().default(''),
    website: text().notNull().default(''),
    location: text().notNull().default(''),
    phone: text().notNull().default(''),
    /** Audiences that the owner changed from the default, by the field's name on the wire. */
    audiences: jsonb().$type<Record<string, ProfileAudience>>().notNull().default({}),
  },
  (table) => [
    check('profile_details_gender', sql`${table.gender} in ('', 'male', 'female', 'other')`),
  ],
);
