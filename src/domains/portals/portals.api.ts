import { noInput } from '#lib/fields.ts';
import { handle, noContent, type Handler } from '#server/handle.ts';
import * as calls from './portals.calls.ts';
import * as shapes from './portals.schema.ts';
import * as portals from './portals.server.ts';

const form = { done: 'Your changes were saved.' };
const forAdmins = (what: string) => ({ form, summary: `For administrators: ${what}` });

export const portalsHandlers: Handler[] = [
  handle(
    calls.copyDefaults,
    noInput,
    noContent,
    (member) => portals.copyDefaultPortals(member),
    forAdmins('copy the links that the portals have of their own'),
  ),
  handle(
    calls.restoreDefaults,
    noInput,
    noContent,
    (member) => portals.deleteAllPortals(member),
    forAdmins('delete all sections of links, so that the portals have their own again'),
  ),
  handle(
    calls.addSection,
    shapes.sectionInput,
    noContent,
    (member, { title }) => portals.addPortalSection(member, title),
    forAdmins('add a section of links, at most ten'),
  ),
  handle(
    calls.editSection,
    shapes.editSectionInput,
    noContent,
    (member, { section_id, title }) =>
      portals.changePortal(member, 'portal_sections', section_id, { title }),
    forAdmins('rename a section of links'),
  ),
  handle(
    calls.deleteSection,
    shapes.sectionIdInput,
    noContent,
    (member, { section_id }) => portals.deletePortal(member, 'portal_sections', section_id),
    forAdmins('delete a section with its links'),
  ),
  handle(
    calls.addLink,
    shapes.linkInput,
    noContent,
    (member, { section_id, ...link }) => portals.addPortalLink(member, section_id, link),
    forAdmins('add a link to a section, at most twenty'),
  ),
  handle(
    calls.editLink,
    shapes.editLinkInput,
    noContent,
    (member, { link_id, ...link }) => portals.changePortal(member, 'portal_links', link_id, link),
    forAdmins('change a link'),
  ),
  handle(
    calls.deleteLink,
    shapes.linkIdInput,
    noContent,
    (member, { link_id }) => portals.deletePortal(member, 'portal_links', link_id),
    forAdmins('delete a link'),
  ),
];
