const list = (text: string) => text.trim().split(/\s*;\s*/);

/** Words that sentences choose from. */
export const slots: Record<string, string[]> = {
  veg: list(
    'tomatoes; courgettes; runner beans; potatoes; beetroot; leeks; onions; carrots; ' +
      'broad beans; cucumbers; radishes; peas; peppers; sweetcorn; garlic; kale; squashes; ' +
      'spinach',
  ),
  fruit: list(
    'strawberries; raspberries; plums; gooseberries; blackcurrants; apples; pears; cherries; blackberries; damsons; figs',
  ),
  flower: list(
    'dahlias; sweet peas; sunflowers; tulips; cosmos; marigolds; roses; hollyhocks; foxgloves; peonies; nasturtiums; asters',
  ),
  weekday: list('Monday; Tuesday; Wednesday; Thursday; Friday; Saturday; Sunday'),
  weekend: list('Saturday; Sunday'),
  venue: list(
    'the village hall; the library garden; the old bakery; the church hall; the ' +
      'community centre; the scout hut; the park café; the boathouse; the school gym; the ' +
      'back room of the Swan',
  ),
  street: list(
    'Mill Lane; Church Road; Station Street; Orchard Close; Canal Row; Bell Street; ' +
      "Linden Avenue; Harbour Street; Weaver's Yard; Hillside; Chestnut Walk; Market " +
      'Street; Quarry Road; Ferry Lane',
  ),
  hour: list(
    '7 pm; half past six; ten in the morning; noon; 3 o’clock; 8 pm; half past nine; two in the afternoon; 11 am',
  ),
  cat: list(
    'Miso; Biscuit; Olive; Pumpkin; Domino; Tofu; Marmalade; Pixel; Luna; Mango; Bramble; Socks; Nimbus; Pickle; Mochi; Clementine',
  ),
  dog: list('Rufus; Maple; Otis; Pepper; Winnie; Juno; Monty; Bean; Hazel; Barney; Fig; Scout'),
  kid: list(
    'my daughter; my son; our youngest; our eldest; my niece; my nephew; my grandson; my ' +
      'granddaughter; my little brother; the neighbours’ girl',
  ),
  relative: list(
    'my mother; my father; my grandmother; my grandfather; my aunt; my sister; my brother; my uncle; my mother-in-law',
  ),
  cake: list(
    'lemon drizzle cake; carrot cake; apple crumble; banana bread; plum cake; cardamom ' +
      'buns; cinnamon rolls; walnut cake; honey cake; cheese scones; gingerbread; pear tart',
  ),
  bread: list(
    'sourdough; rye bread; focaccia; a spelt loaf; baguettes; a seeded loaf; flatbreads; challah; soda bread; a milk loaf',
  ),
  dish: list(
    'dal with spinach; mushroom risotto; jollof rice; vegetable lasagne; lentil soup; ' +
      'pierogi; a big pot of chilli; shakshuka; miso soup; pumpkin curry; pasta e fagioli; ' +
      'fish pie; tagine; dumplings; paella; borscht',
  ),
  spice: list(
    'smoked paprika; cumin; cardamom; fresh ginger; lemon zest; star anise; a bay leaf; miso; tamarind; za’atar',
  ),
  walk: list(
    'the ridge path; Beacon Hill; the old quarry; the canal towpath; the north shore; ' +
      'Foxley Woods; the river loop; High Moss; Larch Valley; the railway path; the ' +
      'lighthouse trail; Badger Lane',
  ),
  bird: list(
    'a kingfisher; a barn owl; two goldfinches; a red kite; a heron; a woodpecker; a ' +
      'flock of waxwings; a wren; a pair of swans; a little egret; a jay; three buzzards',
  ),
  animal: list(
    'a hedgehog; a fox; two deer; a hare; a slow-worm; a badger; a bat; an otter; a toad the size of my fist',
  ),
  book: list(
    '‘Middlemarch’; ‘The Hobbit’; ‘Pride and Prejudice’; ‘A Wizard of Earthsea’; ‘The ' +
      'Remains of the Day’; ‘Circe’; ‘Pachinko’; ‘Klara and the Sun’; ‘Piranesi’; ‘The ' +
      'Summer Book’; ‘Moby-Dick’; ‘The Secret Garden’; ‘Things Fall Apart’; ‘The Left Hand ' +
      'of Darkness’',
  ),
  song: list(
    '‘Shenandoah’; ‘Hallelujah’; ‘The Parting Glass’; ‘Bridge over Troubled Water’; ' +
      '‘Siyahamba’; ‘Blackbird’; ‘Dona Nobis Pacem’; ‘Wild Mountain Thyme’; ‘Stand by Me’; ' +
      '‘Ode to Joy’',
  ),
  game: list(
    'Carcassonne; Ticket to Ride; Scrabble; Catan; Azul; Pandemic; Codenames; Uno; chess; Dixit; backgammon; mahjong',
  ),
  film: list(
    '‘Paddington 2’; ‘Casablanca’; ‘My Neighbour Totoro’; ‘Some Like It Hot’; ‘The ' +
      'Princess Bride’; ‘Amélie’; ‘Singin’ in the Rain’; ‘Hidden Figures’; ‘Local Hero’; ' +
      '‘Cinema Paradiso’',
  ),
  instrument: list(
    'the cello; the ukulele; the accordion; the trumpet; the guitar; the clarinet; the fiddle; the oud; the piano; the banjo',
  ),
  language: list(
    'Italian; Spanish; Japanese; Welsh; sign language; Arabic; Portuguese; Polish; Swahili; Greek; French; Korean',
  ),
  tool: list(
    'ladder; drill; tile cutter; hedge trimmer; sewing machine; wallpaper steamer; jam ' +
      'pan; camping stove; projector; wheelbarrow; pressure washer; cargo bike',
  ),
  thing: list(
    'a desk lamp; a bookshelf; two garden chairs; a box of children’s books; a kettle ' +
      'that works; a rug; jam jars; a cot; a pair of skates (size 38); a record player; an ' +
      'armchair with history; plant pots',
  ),
  lost: list(
    'a grey scarf; a set of keys with a red ribbon; a child’s bicycle helmet; a pair of ' +
      'glasses in a blue case; one small welly; a silver earring; a library book; a phone ' +
      'with a cracked corner; a knitted hat; a wooden train',
  ),
  vegsoup: list('leek and potato; tomato; pumpkin; pea and mint; carrot and ginger; onion'),
  job: list(
    'plumber; electrician; piano tuner; vet; dentist who is kind to nervous people; bike ' +
      'mechanic; roofer; tailor; optician; driving instructor; chimney sweep; ' +
      'physiotherapist',
  ),
  sport: list(
    'football; basketball; table tennis; netball; volleyball; hockey; badminton; cricket',
  ),
  craft: list(
    'a jumper; a blanket; mittens; a hat; socks; a patchwork cushion; a shawl; a tote bag; a baby cardigan',
  ),
  city: list(
    'Lisbon; Kraków; Ghent; Porto; Ljubljana; Granada; Copenhagen; Edinburgh; Bologna; ' +
      'Tallinn; Fez; Kyoto; Mexico City; Istanbul; Leipzig; Accra',
  ),
  country: list(
    'Slovenia; Portugal; Norway; Morocco; Greece; Japan; Ireland; Georgia; Vietnam; Peru',
  ),
  drink: list('coffee; tea; mint tea; hot chocolate; chai; an espresso; a pot of Earl Grey'),
  small: list(
    'the kettle; a sunbeam; clean sheets; the first sip of tea; a letter in the post; ' +
      'warm bread; bare feet on grass; the smell of rain; a good pen; an empty inbox',
  ),
  age: list('three; four; five; six; seven; eight; nine'),
  club: list(
    'the choir; the book club; the repair café; the running group; the allotment ' +
      'society; the chess club; the knitting circle; the film club; the youth theatre; the ' +
      'bird group',
  ),
  material: list(
    'oak; an old door; pallets; a wine crate; two broken chairs; driftwood; leftover floorboards',
  ),
  weather: list('drizzle; fog; sunshine; wind; sleet; heat; frost; thunder'),
  morning: list('this morning; today; just now; earlier; before breakfast; on the way home'),
};
