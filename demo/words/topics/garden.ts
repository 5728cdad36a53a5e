import { topic } from '../topic.ts';

export const gardenTopics = [
  topic('allotment', {
    tone: 'warm',
    weight: 5,
    scenes: ['allotment', 'fruitBowl', 'sunflowers', 'garden', 'flowerMeadow'],
    photos: 0.5,
    hashtags: 'allotment, growyourown, plot14',
    feelings: 'feeling/happy, feeling/tired, thinking about/the garden',
    posts: `
      @summer First {veg} of the year! [Not many|Only a handful], but they taste of [sun|summer|patience].
      @summer If anyone is short of {veg}: there is a crate by the gate of plot {3-40}. Please, take some. I can't look at them any more 😅
      @summer Watered at six, before the heat. Just me, the blackbird and {friend}'s radio.
      @spring Sowed {veg}, {veg} and, because I never learn, {veg}. The windowsill is full again.
      @spring The rhubarb has pushed its bucket over. I take that as the official start of spring.
      @spring Who else planted out too early? Asking for {5-20} frozen {veg} plants.
      @autumn Last big harvest day: {2-9} kilos of {veg} and one very surprised toad.
      @autumn Digging over the top beds this {weekend}. Bring a spade and get paid in soup ({vegsoup}).
      @winter Seed catalogues, a blanket and {drink}. The best gardening there is.
      @winter Frost on the kale this morning, and it looks like somebody iced it.
      Three years ago this plot was brambles and one shopping trolley. Today {friend} and I sat on the bench and could not find a single job to do.
      The new compost bays are finished, built from {material} and a lot of good advice shouted over the fence.
      Slugs {3-9}, me 0. What works for you, apart from getting up at night with a torch?
      Swapped a bag of {veg} for a jar of honey with the beekeeper on plot {2-38}. Best trade of my career.
      Gate code changes on {weekday}. Ask me or {friend} if you have not had the note.
      My {veg} came [second|third|last] at the show. The judge said “characterful”. I have decided that this is a compliment.
      Somebody left {9-30} little pots of {flower} at the gate with a note: “please adopt”. Whoever you are, thank you.
      Plot {5-44} still has room for somebody who likes mud. A half plot, good soil, grumpy robin included.
    `,
    comments: `
      <tomatoes|courgettes|beans|potatoes|beetroot|leeks|onions|carrots|cucumbers|radishes|peas|peppers|corn|garlic|kale|squash|spinach|rhubarb> Those look [wonderful|delicious|enormous]!
      <tomatoes|courgettes|beans|potatoes|beetroot|leeks|onions|carrots|cucumbers|radishes|peas|peppers|corn|garlic|kale|squash|spinach|rhubarb> Mine are still sulking. What's your secret?
      <Slug> Coffee grounds around the stems. [Works every time|Worked for me].
      <tomatoes|courgettes|beans|potatoes|beetroot|leeks|onions|carrots|cucumbers|radishes|peas|peppers|corn|garlic|kale|squash|spinach|rhubarb> I'll swap you for some {veg}.
      You're making me want a plot of my own.
      <tomatoes|courgettes|beans|potatoes|beetroot|leeks|onions|carrots|cucumbers|radishes|peas|peppers|corn|garlic|kale|squash|spinach|rhubarb> Save me [some seed|a few seeds] please!
      <robin> The robin follows everyone, I'm afraid 😄
      <this|room> Is there still room for one more on {weekend}?
      <Slug> Beer traps. Sorry, slugs.
      <tomatoes|courgettes|beans|potatoes|beetroot|leeks|onions|carrots|cucumbers|radishes|peas|peppers|corn|garlic|kale|squash|spinach|rhubarb> We had none at all this year. Too [dry|wet|many pigeons].
      <soil|compost|Digging> That soil! I'm jealous.
      {^relative} always said: plant {veg} when the elder is in leaf.
      <crate|kilos|Swapped> Taking a bag for the food bank on {weekday}, if you've too many.
    `,
  }),
  topic('balcony', {
    tone: 'warm',
    scenes: ['pots', 'vase', 'flowerMeadow', 'sunflowers', 'garden'],
    photos: 0.6,
    hashtags: 'greenthumb, plants, flowers',
    feelings: 'feeling/happy, thinking about/the garden, drinking/coffee',
    posts: `
      @photo Four square metres of balcony, {8-31} pots, one very happy person.
      The {flower} on my balcony have opened [overnight|all at once|while I was at work]. I did nothing and accept all praise.
      My monstera has a new leaf. We are thinking of names.
      @spring Balcony season is open: I had {drink} outside, in a coat, but outside.
      @summer Does anyone have a good trick for watering while away? {5-14} days, {10-30} pots, no neighbour with a key.
      @autumn Brought the lemon tree in. It now lives in the bathroom and judges us.
      @winter Cut a few bare twigs in the frost and put them in a vase. Now we wait for blossom.
      @spring I bought tulips for myself today. Highly recommended.
      Cuttings to give away: spider plant, geranium, and something that {relative} calls “the purple one”.
      I said “just one more plant” and now {friend} is helping me carry {3-6} of them home.
      A bee the size of a grape visited my {flower} and I have told everyone I met today.
      Three years after {friend} gave me a dry stick in a pot, the stick has flowered. I could cry.
      {^flower} from the market, {4-9} for the price of a coffee. The whole kitchen smells of them.
      Repotted everything. There is soil in places where no soil should be.
    `,
    comments: `
      What a [beautiful|happy] corner!
      <purple> I'd love a cutting of the purple one 💜
      <while away> Upside-down bottles. They last about a week.
      <names> Name it Ferdinand.
      <monstera|stick|lemon|Repotted|pots> Mine died of too much love.
      <dahlias|sweet peas|sunflowers|tulips|cosmos|marigolds|roses|hollyhocks|foxgloves|peonies|nasturtiums|asters|colour> So much colour!
      <while away> I water {author}'s plants in my head already 😄 No really, I can come by.
      <while away> A string of wool from a bucket into each pot, it wicks the water over.
      That light is gorgeous.
      <alcony> Which way does your balcony face?
      You have the greenest thumb I know.
      I walk past just to look up at it.
    `,
  }),
  topic('nature', {
    tone: 'warm',
    scenes: ['pond', 'forest', 'flowerMeadow', 'rollingHills', 'lake', 'mushrooms', 'autumnTree'],
    photos: 0.5,
    hashtags: 'nature, wildlife, outside',
    feelings: 'feeling/excited, feeling/happy, thinking about/the world',
    posts: `
      Saw {bird} by the weir {morning}. [Stood there like a statue for ten minutes|Forgot to breathe|My toast went cold and I do not care].
      {^animal} crossed {street} in front of me tonight, not in any hurry at all.
      @autumn Mushroom walk with {friend}: found plenty, ate none, as we could not agree on a single name.
      @autumn The starlings are back over the reed beds. Go at dusk, look up, say nothing.
      @spring First swallow of the year over {walk}! Write it down: today.
      @spring The toads are on the move along {street}. Volunteers with buckets welcome from {hour}.
      @summer The lime tree on {street} is humming so loudly that I looked for a machine.
      @winter Animal tracks in the snow on {walk}. {^animal}, we think, and a small dog with ambitions.
      Put out a shallow dish of water and within the hour: {bird}, taking a bath like nobody's watching.
      The bird group counted {23-61} species around {walk} this time, {2-5} more than last year.
      Left a corner of the garden wild on purpose. So far: {animal}, {bird} and one offended neighbour.
      What sings at four in the morning, very loudly, always the same three notes? Asking while awake.
      There is {bird} nesting above the door of {venue}. Please use the side entrance for a few weeks 🙏
      Stood under the big beech near {walk} for a while today. It has seen {2-3} centuries and did not mind.
      Moth trap results: {20-80} moths, {9-30} species, one child who now wants to be a scientist.
    `,
    comments: `
      <Saw|nesting> Oh, I've been hoping to see one there for years!
      <sings> Song thrush, I'd bet. They say everything [twice|three times].
      <Saw|beech|starlings|corner> Lovely spot, [thank you for telling us|I'll keep it quiet].
      <Saw|crossed|taking> We had one last [week|spring] too!
      My [children|kids] will want to see that.
      <Saw|crossed|starlings|swallow> Around what time was that?
      <corner> Wild corners are the best corners.
      <toads> I can bring buckets and a torch.
      <starlings|swallow> Which way were they flying?
      You always see the good things, {author}.
      <sings> Heard it too! Thought it was a car alarm.
      <Saw|nesting> That's a [rare|lucky] one for here.
    `,
  }),
];
