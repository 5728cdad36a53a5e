/** Names that zones have today, by those that ICU and browsers still give (`backward` of the zone data). */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** The name that a zone has today. */
export const currentZoneName = (name: string): string => renamed[name] ?? name;

export const listZoneNames = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').map(currentZoneName).toSorted(),
];

/** 'Ho Chi Minh': the last part of its name. */
export const zoneCity = (name: string): string =>
  currentZoneName(name).split('/').at(-1)!.replaceAll('_', ' ');

/** A zone by its name or city as people type it, 'new york'; null for none, offsets too. */
export function findZone(text: string): string | null {
  const name = text.trim().replaceAll(' ', '_');
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: name });
    return currentZoneName(format.resolvedOptions().timeZone);
  } catch {
    const city = name.replaceAll('_', ' ').toLowerCase();
    return listZoneNames().find((zone) => zoneCity(zone).toLowerCase() === city) ?? null;
  }
}
