import { topic } from '../topic.ts';

export const outsideTopics = [
  topic('hiking', {
    tone: 'warm',
    weight: 4,
    scenes: ['mountains', 'rollingHills', 'lake', 'forest', 'fields', 'camp'],
    photos: 0.65,
    hashtags: 'hiking, outdoors, slowtravel',
    feelings: 'feeling/happy, feeling/tired, meeting/friends, thinking about/the world',
    posts: `
      {^walk}, {9-24} kilometres, {2-4} rivers, one lost sandwich. I would start again tomorrow.
      @photo Up before the sun for this. {friend} brought the flask, I brought the complaining.
      @photo The view from {walk} today. The photo does not show the wind, the cows or how much my feet hurt.
      Missed the last bus from {walk} and walked home under the stars. Best mistake of the month.
      @autumn {^walk} is all gold right now. Go before the next storm.
      @winter {^walk} in the snow: not a sound, not a soul, just us and somebody's ski tracks.
      @summer Feet in the stream, hat over the eyes. {^walk} can wait another hour.
      @spring The path along {walk} is open again! Muddy, glorious, full of wild garlic.
      Walk on {weekend} to {walk}, about {8-16} km, easy. We leave from {venue} at {hour}. Dogs welcome, speed forbidden.
      Met an old shepherd near {walk}. He told us about the winter of 1963 and would not hear of going on without tea.
      {^kid} climbed all the way up without being carried. {^age} years old and already faster than me.
      We got lost. Then we got found. Then it rained. Ten out of ten.
      A night in a tent with {friend}. Slept two hours, saw {5-14} shooting stars. Fair deal.
      I've lived here for {5-40} years and had never been up {walk}. What else have I missed?
      Boots by the door, soup on the stove, sky turning pink. That was a good day.
    `,
    comments: `
      <view|Up before|gold|climbed|snow> What a view!
      <Up before|kilometres|climbed|view> Which way did you go up?
      I miss that place. Thank you for the reminder.
      Take me with you next time!
      <view|kilometres|snow|gold|open> We were there on {weekday}! Must have just missed each other.
      <kilometres|climbed|km|Up> My knees hurt just looking at it 😄
      <snow|shepherd|stars> Is the hut open at the moment?
      <gold|sun|pink|stars> That light!
      <cows> The cows there are very opinionated.
      <climbed> {^age} years old! A mountain goat in the making.
      <garlic> Wild garlic pesto tonight?
      <walk|Walk|path|never been|gold|kilometres> Adding this to the list.
      <sandwich> Did you ever find the sandwich?
    `,
  }),
  topic('water', {
    tone: 'warm',
    weight: 3,
    scenes: ['sea', 'lake', 'harbour', 'pond'],
    photos: 0.65,
    hashtags: 'seaside, openwater, blue',
    feelings: 'feeling/happy, feeling/excited, rememberring/a summer',
    posts: `
      {6-13} degrees in the water this morning. I screamed, then I laughed, then I could not feel my feet. Perfect.
      The sea was flat as glass today. We sat on the wall, ate chips and said nothing for an hour.
      @summer Evening swim with {friend}. The lake was warmer than the air, and the moon came too.
      @winter Ice bathers meet on {weekday}, {hour}, at the jetty. Hats on, everything else is optional. (It is not. Wear something.)
      @autumn Last swim of the year. I say that every week.
      @spring First time in the boat this year. It floats! Nobody is more surprised than me.
      Sailing lesson number {2-7}: capsized {2-5} times, waved at the lifeboat, bought a drier jacket.
      A seal looked at me off {walk}. I looked at the seal. We agreed to leave it at that.
      Collected {4-19} bags of rubbish on the beach with {club}. Strangest find: half a garden gnome. We're looking for the other half.
      Low tide, bare feet, {relative} telling the story of the stranded whale for the hundredth time.
      @photo The ferry was late, the light was not. Harbour, tonight.
      {^kid} learned to float today. “You just have to stop trying”, I was told. Write that down, somebody.
      Salt in the hair, sand in the car, sun on the nose. Home.
    `,
    comments: `
      <degrees|Ice|Last swim> You're mad. I'm coming next week.
      <swim|flat as|Harbour|water> That water! 💙
      I could look at this all day.
      <float\\. > “You just have to stop trying.” Wow.
      <gnome> We found half a gnome in {2015-2018}! Could it be?
      <degrees|Ice|Last swim> Brrr. Respect.
      <jetty|Harbour|wall> I grew up next to that jetty.
      <swim> Is there a lifeguard this time of year?
      <chips> Chips on the wall, the best restaurant in town.
      <light|flat|Salt|Low tide> Lovely picture, {author}!
      <whale> The whale story never gets old.
      <seal> Did it have a name, the seal?
    `,
  }),
  topic('sky', {
    tone: 'warm',
    weight: 3,
    scenes: [
      'skyline',
      'balloons',
      'snow',
      'lanterns',
      'rollingHills',
      'autumnTree',
      'sea',
      'street',
    ],
    photos: 0.8,
    hashtags: 'sky, nofilter, sunset, photooftheday, goldenhour',
    feelings: 'feeling/happy, making/photos, thinking about/the world',
    posts: `
      @photo Did you see the sky tonight?
      @photo No filter. Just the view from {street} at {hour}.
      @photo Stopped the bike, missed the appointment, got this.
      @photo @winter First snow! The whole town has gone quiet.
      @winter It snowed all night. {^kid} was outside before I had found my second sock.
      @autumn Every tree on {street} is showing off today.
      @spring A morning like the first one ever.
      @summer {^hour} and still light. I never want to go indoors again.
      The balloons are up! They float over {street} so low that you can hear people talking.
      Half the street stood outside with their phones up. Then somebody brought {drink}, and then it was a party.
      @photo I take this picture every {weekday} from the same place. It has never been the same twice.
      @photo {^weather} in the morning, this in the evening. I forgive everything.
      @photo Walked home the long way for no reason. This was the reason.
      City lights from the bridge. {friend} said: “all those kitchens”. I can't stop thinking about that.
      Power cut, so we looked up. Turns out there are stars.
    `,
    comments: `
      [Stunning|Gorgeous|Wow].
      <sky|balloons|tonight> I saw it too! Pulled the car over.
      Can I use this as my wallpaper?
      You've got such an eye for this.
      This belongs in the town calendar.
      <kitchens> “All those kitchens” 🧡
      Took my breath away.
      <sky|balloons|stars|evening> We only had clouds on our side.
      <picture|filter|got this> What did you take it with?
      The colours!
      <view|bridge|same place|long way> Best spot in town, I always say so.
      Makes me homesick in the best way.
    `,
  }),
  topic('weather', {
    tone: 'funny',
    weight: 2,
    hashtags: 'weather, typical',
    feelings: 'thinking about/the weather, feeling/tired',
    posts: `
      {^weather}, {weather}, a bit of {weather}, and it is not even {hour}.
      Hung out the washing. You're welcome, gardeners, it will rain in ten minutes.
      The forecast said “mostly dry”. I am mostly wet.
      @summer {29-36} degrees. I am typing this from the freezer aisle.
      @winter The pipes have frozen, the car has frozen, {relative} says it builds character.
      @autumn My umbrella left me on {street} today. It was windy. We had {2-6} good years.
      @spring Four seasons before lunch. Wore all my clothes, one after the other.
      Lightning, thunder, then a rainbow exactly over the recycling centre.
      If you see a blue trampoline flying over {street}: it's ours. It's insured. It's also free.
      The fog is so thick that I said good morning to a postbox.
      @summer Thunderstorm at last! Children, grandparents and one accountant dancing in the street.
    `,
    comments: `
      <postbox> The postbox said you were very polite.
      <trampoline> We can confirm: trampoline on the roof of {venue}.
      <character> Character is overrated. I have blankets.
      <wet|rain|washing|seasons> Same here, soaked to the bone.
      <umbrella> Rest in peace, umbrella ☂️
      <accountant> That accountant was me.
      <washing|dry|rain> It never rains when I'm inside.
      <fog|wet|seasons|rain> Sunshine on our side of the hill, sorry!
      <freezer> Meet you in the freezer aisle.
      <washing> Next time hang out mine too, my beans need it.
    `,
  }),
  topic('travel', {
    tone: 'warm',
    weight: 2.5,
    scenes: ['harbour', 'skyline', 'mountains', 'lake', 'street', 'sea', 'balloons', 'fields'],
    photos: 0.6,
    hashtags: 'travel, postcard, slowtravel',
    feelings: 'feeling/excited, thinking about/holidays, rememberring/a journey',
    posts: `
      Greetings from {city}! Walked until my shoes gave up. Bought new shoes. Walking on.
      {14-30} hours by train to {city}, and I would not swap a single one: three books, two friends, one thermos.
      We are in {country} and I can order bread, say thank you and apologise. What more do you need?
      Back from {city} with half a suitcase of {spice} and a new favourite word.
      An old man in {city} showed us the way, then his garden, then his photographs. We missed our train. Of course we did.
      Packing for {country}. {^cat} is in the suitcase. Again.
      @summer Tent, map, no plan. If you need us, we are somewhere in {country}.
      Homesick and happy at the same time. Is there a word for that? Greetings from {city}.
      {friend} and I met in {city} {6-25} years ago today, in a queue for ice cream. Still hungry.
      It turns out that the best thing in {city} was the laundrette. Long story, good people.
      Home again. The bed, the tap water, {small}. Travelling is lovely, and so is this.
      Tips for {city}? {3-6} days, no museums, all the food.
    `,
    comments: `
      <Greetings|We are|somewhere> Enjoy every minute!
      <Greetings|Packing|somewhere|train> Bring me back a postcard.
      <Greetings|Tips> I lived there for a year. Go to the market on {weekday}!
      <Greetings|We are|train> So jealous right now.
      <Homesick> The Portuguese have a word for it. Of course they do.
      <Packing|train|somewhere> Safe travels ✈️
      <Greetings|garden|Back> More pictures, please!
      <Packing|somewhere|Greetings> I'll water your plants, don't worry.
      <laundrette> We want the laundrette story!
      <missed> Those missed trains are the ones you remember.
      <Packing|suitcase> Pack less. Always less.
      <queue> You two! ❤️
    `,
  }),
];
