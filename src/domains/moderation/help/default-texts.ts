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
take all of it along as an archive from your settings; an account without posts takes it in,
here or in another community that runs Hearth.

# When something is wrong

Report what breaks these rules, from the menu beside it. Those who look after the site read
every report and may take things away or close an account.

You can block anybody: neither of you then sees the other here.

# The end of an account

You can delete your account in your settings. It is hidden at once, you may take it back for
some days, and then everything of it goes.

${site} is run without any promise that it is always there or free of faults.`),
  privacy: joinLines(`What ${site} keeps about you, who sees it, and how to get rid of it.

# What is kept

What you tell: your name, your e-mail address, what you write, upload and choose, your messages,
and with whom you are friends.

What is needed to keep your account safe: where you are logged in (device and network address,
for 30 days), and changes of your password. Passwords are kept as a one-way hash that nobody can
read back.

Photos and videos are written again when they arrive; where and with what they were taken is removed.

# Who sees it

Those whom you choose. Each post, album and story has an audience; your settings say who may
open your profile, see your friends and find you by search. "View as" on your profile shows what
others see.

Your e-mail address is shown to nobody. Messages are read by those who take part in the
conversation, and by those who look after the site only if one of them reports a message.

# What goes elsewhere

Nothing is sold or given away, and there is no advertising network and no counting by others on
these pages. Pages that you link to are fetched by our server, not by your readers. Videos of
other sites are loaded when you press play, and then that site learns of it.

Mails go through the mail service of those who run the site, and notifications on your devices
through the maker of your browser, if you turn them on.

# Cookies

One pair keeps you logged in, one remembers that a device is yours. No others.

# Your choice

In your settings you can read and change everything about you, download all of it as an archive,
log out devices, and delete your account. What you deleted is removed within 7 days, and from
backups within 30.

For anything else write to those who run the site.`),
});
