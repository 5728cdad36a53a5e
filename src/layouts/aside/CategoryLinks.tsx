import type { CategoryOption } from '#domains/containers/browse/browse-kind.ts';

interface CategoryLinksProps {
  /** Address of the list that they filter. */
  path: string;
  categories: CategoryOption[];
}

export const CategoryLinks = ({ path, categories }: CategoryLinksProps) => (
  <ul className="aside-links">
    {categories.map(([id, label]) => (
      <li key={id}>
        <a href={`${path}?category=${id}`}>
          <bdi>{label}</bdi>
        </a>
      </li>
    ))}
  </ul>
);
