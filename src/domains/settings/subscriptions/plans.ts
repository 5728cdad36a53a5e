/** Membership plans. A self-hosted community has a single free one. */
export interface Plan {
  id: number;
  title: string;
  description: string;
  /** In whole units of the currency. */
  price: number;
  currency: string;
}

export const plans: [Plan, ...Plan[]] = [
  {
    id: 1,
    title: 'Member',
    description: 'Everything on this site, free of charge and with no time limit.',
    price: 0,
    currency: 'EUR',
  },
];
