import { isMember, type Viewer } from '#domains/policy/viewer.ts';
import * as changes from '#domains/sitepages/edit/page-changes.server.ts';
import { searchForm } from '#domains/sitepages/edit/page-forms.views.server.ts';
import { listPackages } from '#domains/sitepages/packages/packages.server.ts';
import * as calls from '#domains/sitepages/sitepages.calls.ts';
import { pageView } from '#domains/sitepages/sitepages.views.server.ts';
import { noInput } from '#lib/fields.ts';
import { originFor } from '#server/base-url.ts';
import { handle, handlePublic, type Handler, type RestRequest } from '#server/handle.ts';
import * as browseShapes from './browse.schema.ts';
import { categoryView, packageView } from './browse.views.server.ts';
import { listCategories, listPages, type PageQuery } from './page-list.server.ts';

async function browse(
  viewer: Viewer,
  query: PageQuery,
  request: RestRequest,
): Promise<browseShapes.PagesAnswer> {
  const origin = originFor(request);
  const [{ total, rows }, mayCreate] = await Promise.all([
    listPages(viewer, query),
    isMember(viewer) ? changes.mayCreatePage(viewer) : false,
  ]);
  const withMenu = query.scope === 'managed';
  return {
    canCreate: mayCreate ? 1 : 0,
    totalItemCount: total,
    page: query.page ?? 1,
    response: rows.map((row) => pageView(row, origin, { withMenu })),
  };
}

export const browseHandlers: Handler[] = [
  handlePublic(
    calls.browsePages,
    browseShapes.browseInput,
    browseShapes.pagesAnswer,
    (viewer, { liked, followed, user_id, category, ...query }, request) => {
      let scope: PageQuery['scope'] = 'all';
      if (liked) scope = 'liked';
      else if (followed) scope = 'followed';
      return browse(
        viewer,
        {
          search: query.search,
          categoryId:
            browseShapes.toCategory({ ...query, category_id: query.category_id || category }) ?? 0,
          location: query.location,
          order: query.orderby,
          scope,
          memberId: user_id ?? 0,
          page: query.page,
          limit: query.limit,
        },
        request,
      );
    },
    { summary: 'Community pages that the caller may see' },
  ),
  handle(
    calls.managePages,
    browseShapes.manageInput,
    browseShapes.pagesAnswer,
    (member, { search, category_id, orderby, page, limit }, request) =>
      browse(
        member,
        { search, categoryId: category_id ?? 0, order: orderby, scope: 'managed', page, limit },
        request,
      ),
    { summary: 'Pages that the caller owns or administers, with drafts' },
  ),
  handle(
    calls.readSearchForm,
    noInput,
    browseShapes.formAnswer,
    async (member) => ({ form: searchForm(await listCategories(member)) }),
    { summary: 'Fields that pages can be searched by' },
  ),
  handlePublic(
    calls.listCategories,
    browseShapes.categoriesInput,
    browseShapes.categoriesAnswer,
    async (viewer) => ({ categories: (await listCategories(viewer)).map(categoryView) }),
    { summary: 'Categories of pages, three levels deep' },
  ),
  handle(
    calls.listPackages,
    browseShapes.packagesInput,
    browseShapes.packagesAnswer,
    async (_, query) => {
      const { total, packages } = await listPackages(query);
      return {
        getTotalItemCount: total,
        totalItemCount: total,
        response: packages.map(packageView),
      };
    },
    { summary: 'Packages for pages' },
  ),
];
