import type { PackageRow } from '#domains/sitepages/packages/packages.server.ts';
import { toMenuItem } from '#lib/shapes.ts';
import { type Category, type PagePackage } from './browse.schema.ts';
import type { CategoryNode } from './page-list.server.ts';

export const categoryView = ({ id, title, count, children }: CategoryNode): Category =>
  ({
    category_id: id,
    category_name: title,
    count,
    subCategories: children.map(categoryView),
  }) as Category;

export function packageView(row: PackageRow): PagePackage {
  const price = row.price === 0 ? 'Free' : (row.price / 100).toFixed(2);
  const duration = row.days === null ? 'No time limit' : `${row.days} days`;
  return {
    package_id: row.id,
    title: row.title,
    description: row.description,
    price,
    currency: row.currency,
    duration,
    features: row.features,
    package: {
      title: { label: 'Title', value: row.title },
      price: {
        label: 'Price',
        value: row.price === 0 ? price : `${price} ${row.currency}`,
      },
      duration: { label: 'Duration', value: duration },
      features: { label: 'Features', value: row.features.join(', ') },
    },
    menu: [toMenuItem('create', 'Create page', 'sitepages/create', { package_id: row.id })],
  };
}
