const paging = {
  page: /^(?:[2-9]|[1-9]\d{1,4})$/,
  before: /^[1-9]\d{0,15}$/,
  comments: /^(?:[2-9]|[1-9]\d{1,3})$/,
};

/**
 * The canonical URL for search engines: each page of a list has its own, any other query is
 * dropped.
 */
export function canonicalAddress(
  address: string,
  query: URLSearchParams,
  name: keyof typeof paging,
): string {
  const value = query.get(name);
  return value !== null && paging[name].test(value) ? `${address}?${name}=${value}` : address;
}
