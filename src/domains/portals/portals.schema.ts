import { z } from 'zod';
import { idField, isVisible, lineField } from '#lib/fields.ts';

const named = lineField(64).refine(isVisible, 'Please fill in this field.');

/** A path of this site, or an http(s) address without a user name. */
const hrefField = lineField(500).refine((text) => {
  if (text.startsWith('/')) return /^\/(?![/\\])[^\\\s]*$/.test(text);
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}, 'Must be a path such as /help/terms, or an address such as https://example.org.');

const link = { label: named, text: lineField(120).default(''), href: hrefField };

export const sectionInput = z.object({ title: named });
export type SectionInput = z.input<typeof sectionInput>;
export const editSectionInput = z.object({ section_id: idField, title: named });
export type EditSectionInput = z.input<typeof editSectionInput>;
export const sectionIdInput = z.object({ section_id: idField });
export type SectionIdInput = z.input<typeof sectionIdInput>;
export const linkInput = z.object({ section_id: idField, ...link });
export type LinkInput = z.input<typeof linkInput>;
export const editLinkInput = z.object({ link_id: idField, ...link });
export type EditLinkInput = z.input<typeof editLinkInput>;
export const linkIdInput = z.object({ link_id: idField });
export type LinkIdInput = z.input<typeof linkIdInput>;
