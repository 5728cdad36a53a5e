import type { HelpName } from './help.rules.ts';

/** Lines within a paragraph are joined; an empty line separates two. */
const joinLines = (text: string) => text.replace(/(?<!\n)\n(?!\n)/g, ' ');

/** Default texts until the host provides their own. They describe only what the software does. */
export const defaultTexts = (site: string): Record<HelpName, string> => ({
  terms: joinLines(`${site} belongs to the people who meet here and is looked after by some of them.

# What we ask of you

Be kind. Disagree with what somebody says, not with who they are.

Post only what is yours to post: your own words and pictures, or those of people who agreed.
Ask before you show others, above all children.

Nothing unlawful, no threats, no hatred, no advertising in disguise, and nobody's private matters.

Use one account, under a name by which others here know you, and keep its password to yourself.

# What is yours stays yours

You keep all rights to what you write and upload. You let ${site} show it to those whom you
chose as its audience, for as long as it is here. You can change or delete it at any time, and
download all of it as an archive in your settings. You can import that archive into an empty
account, here or in another community that runs Hearth.

# When something is wrong

Report what breaks these rules, from the menu beside it. Those who look after the site read
every report and may take things away or close an account.

You can block anyone. Then you no longer see each other here.

# The end of an account

You can delete your account in your settings. It is hidden at once. You can restore it for some
days; after that everything in it is deleted.

We cannot promise that ${site} is always available or free of errors.`),
  privacy: joinLines(`What ${site} keeps about you, who sees it, and how to get rid of it.

# What is kept

What you tell us: your name, your e-mail address, what you write, upload and choose, your messages,
and who your friends are.

What is needed to keep your account safe: where you are logged in (device and network address,
for 30 days), and changes of your password. Passwords are kept as a one-way hash that nobody can
read back.

We remove from photos and videos where they were taken, and with which device.

# Who sees it

Those whom you choose. Each post, album and story has an audience; your settings say who may
open your profile, see your friends and find you by search. "View as" on your profile shows what
others see.

We show your e-mail address to nobody. Only the people in a conversation can read its messages; the
people who run this site see a message only if one of you reports it.

# What goes elsewhere

We do not sell or give away your data, and no advertising network or outside statistics service
runs on these pages. If members advertise here, this site itself chooses which ads you see, by your
birthday, location and the pages you like, and remembers which ones you saw; advertisers see only
numbers.

Our server fetches the pages you link to, so your readers do not contact them. Videos from
other sites load only when you press play; then that site can see that you watch.

E-mails go through the mail service of those who run the site, and notifications on your devices
through the maker of your browser, if you turn them on.

# Cookies

Cookies keep you logged in, remember that a device is yours and which stories you have seen there,
and pass short messages from one page to the next. All of them belong to this site.

# Your choice

In your settings you can read and change everything about you, download all of it as an archive,
sign out devices, and delete your account. We remove what you delete within 7 days; it can stay
longer in our backups.

For anything else write to those who run the site.`),
});
