const paging = {
  page: /^(?:[2-9]|[1-9]\d{1,4})$/,
  before: /^[1-9]\d{0,15}$/,
  comments: /^(?:[2-9]|[1-9]\d{1,3})$/,
};

/**
 * The address that search engines keep: each page of a list is its own, and every other query is
 * left out.
 */
export function canonicalAddress(
  address: string,
  query: URLSearchParams,
  name: keyof typeof paging,
): string {
  const value = query.get(name);
  return value !== null && paging[name].test(value) ? `${address}?${name}=${value}` : address;
}
