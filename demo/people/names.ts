import type { LookName } from '../drawing/people.ts';

export type Language =
  | 'ar'
  | 'de'
  | 'el'
  | 'es'
  | 'fr'
  | 'he'
  | 'hi'
  | 'it'
  | 'ja'
  | 'ko'
  | 'pl'
  | 'pt'
  | 'tr'
  | 'uk'
  | 'zh';

/**
 * Given names and family names that go together. `Latin/اصلي` has the name in its own script after
 * the stroke.
 */
export interface NameFamily {
  look: LookName;
  weight: number;
  women: string[];
  men: string[];
  last: string[];
  language?: Language;
  timezones: string[];
  isFamilyNameFirst?: boolean;
}

const list = (text: string) => text.trim().split(/\s*,\s*/);

export const nameFamilies: NameFamily[] = [
  {
    look: 'north',
    weight: 9,
    timezones: ['Europe/London', 'Europe/Dublin'],
    women: list(
      'Agnes, Beth, Charlotte, Daisy, Eleanor, Florence, Grace, Harriet, Imogen, Jane, ' +
        'Kathleen, Lucy, Margaret, Nell, Olive, Poppy, Rosemary, Sally, Tess, Winifred',
    ),
    men: list(
      'Alfie, Barnaby, Callum, Dennis, Edmund, Frank, George, Harry, Ivor, Jack, Kit, ' +
        'Leonard, Malcolm, Ned, Oscar, Percy, Rupert, Stanley, Toby, Walter',
    ),
    last: list(
      'Ashworth, Barlow, Carter, Dawson, Ellery, Fletcher, Greenwood, Hartley, Ingram, ' +
        'Jessop, Kershaw, Lovell, Marsh, Nightingale, Oakley, Pritchard, Rowan, Shaw, ' +
        'Thackeray, Underhill, Whitlock, Yardley',
    ),
  },
  {
    look: 'north',
    weight: 4,
    timezones: ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Vancouver'],
    women: list(
      'Abigail, Brooke, Caroline, Dana, Emily, Hannah, Jill, Kayla, Lauren, Madison, Nora, Paige, Rachel, Shelby, Tara',
    ),
    men: list(
      'Aaron, Brandon, Caleb, Derek, Ethan, Gavin, Hunter, Jake, Kyle, Logan, Mason, Nate, Owen, Ryan, Travis, Wyatt',
    ),
    last: list(
      'Anderson, Brooks, Coleman, Dalton, Ellis, Foster, Grant, Hayes, Jennings, Keller, ' +
        'Lawson, Mercer, Nolan, Porter, Reeves, Sawyer, Tucker, Vance, Walsh',
    ),
  },
  {
    look: 'north',
    weight: 2,
    timezones: ['Europe/Dublin'],
    women: list(
      'Aoife, Bríd, Caoimhe, Deirdre, Éabha, Fionnuala, Gráinne, Niamh, Orla, Róisín, Saoirse, Sinéad',
    ),
    men: list(
      'Cathal, Cian, Conor, Declan, Donal, Eoin, Fergus, Oisín, Pádraig, Ruairí, Seán, Tadhg',
    ),
    last: list(
      "Byrne, Connolly, Doyle, Farrell, Gallagher, Kavanagh, MacDermott, Nolan, O'Brien, O'Connor, O'Sullivan, Quinn, Rafferty, Sheehan",
    ),
  },
  {
    look: 'north',
    weight: 5,
    language: 'de',
    timezones: ['Europe/Berlin', 'Europe/Vienna', 'Europe/Zurich'],
    women: list(
      'Anke, Britta, Charlotte, Elke, Frieda, Greta, Hanna, Ilse, Johanna, Klara, Lena, Marlene, Nele, Renate, Sabine, Ursula',
    ),
    men: list(
      'Anton, Bernd, Christoph, Dieter, Emil, Friedrich, Günther, Hannes, Jonas, Karl, Lukas, Matthias, Niklas, Otto, Paul, Till, Uwe',
    ),
    last: list(
      'Albrecht, Bauer, Brandt, Dietrich, Engel, Fischer, Groß, Hoffmann, Jäger, Köhler, ' +
        'Lindemann, Müller, Neumann, Pfeiffer, Richter, Schäfer, Vogel, Weiß, Zimmermann',
    ),
  },
  {
    look: 'north',
    weight: 4,
    language: 'fr',
    timezones: ['Europe/Paris', 'Europe/Brussels', 'America/Montreal'],
    women: list(
      'Amélie, Brigitte, Camille, Delphine, Élodie, Fanny, Gaëlle, Hélène, Inès, Juliette, Léa, Manon, Noémie, Océane, Solène, Zoé',
    ),
    men: list(
      'Antoine, Baptiste, Cédric, Damien, Étienne, François, Gaspard, Hugo, Julien, Luc, Mathieu, Noël, Pascal, Rémi, Théo, Yves',
    ),
    last: list(
      'Aubert, Bernard, Chevalier, Delacroix, Dubois, Faure, Girard, Lambert, Lefèvre, ' +
        'Marchand, Moreau, Noiret, Perrin, Renaud, Rousseau, Simon, Tessier, Vidal',
    ),
  },
  {
    look: 'north',
    weight: 3,
    timezones: ['Europe/Stockholm', 'Europe/Oslo', 'Europe/Copenhagen', 'Europe/Helsinki'],
    women: list(
      'Aino, Astrid, Elin, Freja, Hedda, Ingrid, Kaisa, Liv, Maja, Nora, Sigrid, Solveig, Tuva, Ylva',
    ),
    men: list(
      'Aksel, Bjørn, Eero, Erik, Gustav, Håkon, Jens, Lars, Mikko, Nils, Olav, Rasmus, Sven, Torsten',
    ),
    last: list(
      'Andersson, Bergström, Dahl, Eklund, Haugen, Hansen, Korhonen, Lindqvist, Mäkinen, Nygård, Sørensen, Solberg, Strand, Virtanen',
    ),
  },
  {
    look: 'north',
    weight: 3,
    language: 'pl',
    timezones: ['Europe/Warsaw'],
    women: list(
      'Agnieszka, Beata, Dorota, Ewa, Grażyna, Hanna, Jadwiga, Katarzyna, Łucja, Małgorzata, Natalia, Zofia',
    ),
    men: list(
      'Andrzej, Bartek, Dawid, Grzegorz, Jan, Kacper, Łukasz, Marek, Paweł, Rafał, Stanisław, Wojciech',
    ),
    last: list(
      'Adamczyk, Bielak, Dąbrowski, Górski, Jabłoński, Kowalczyk, Lis, Malinowski, Nowak, Pawlak, Sikora, Wójcik, Zając, Zieliński',
    ),
  },
  {
    look: 'north',
    weight: 2,
    language: 'uk',
    timezones: ['Europe/Kyiv'],
    women: list(
      'Alina/Аліна, Daryna/Дарина, Halyna/Галина, Iryna/Ірина, Kateryna/Катерина, ' +
        'Larysa/Лариса, Mariia/Марія, Nadiia/Надія, Oksana/Оксана, Solomiia/Соломія',
    ),
    men: list(
      'Andrii/Андрій, Bohdan/Богдан, Dmytro/Дмитро, Ivan/Іван, Maksym/Максим, ' +
        'Mykola/Микола, Oleh/Олег, Petro/Петро, Taras/Тарас, Yurii/Юрій',
    ),
    last: list(
      'Bondarenko/Бондаренко, Boiko/Бойко, Hrytsenko/Гриценко, Kovalenko/Коваленко, ' +
        'Lysenko/Лисенко, Marchenko/Марченко, Petrenko/Петренко, Shevchenko/Шевченко, ' +
        'Tkachenko/Ткаченко',
    ),
  },
  {
    look: 'south',
    weight: 5,
    language: 'es',
    timezones: [
      'Europe/Madrid',
      'America/Mexico_City',
      'America/Bogota',
      'America/Argentina/Buenos_Aires',
    ],
    women: list(
      'Alba, Beatriz, Carmen, Dolores, Elena, Fernanda, Guadalupe, Inés, Jimena, Lucía, ' +
        'Marisol, Noelia, Paloma, Rocío, Soledad, Valentina, Ximena',
    ),
    men: list(
      'Alejandro, Benito, Carlos, Diego, Emilio, Felipe, Gonzalo, Héctor, Iván, Joaquín, ' +
        'Luis, Mateo, Nicolás, Óscar, Pablo, Rafael, Santiago, Tomás',
    ),
    last: list(
      'Aguilar, Blanco, Castillo, Domínguez, Espinoza, Fuentes, García, Herrera, Ibáñez, ' +
        'Jiménez, López, Molina, Navarro, Ortega, Peña, Quiroga, Ríos, Salazar, Torres, Vega',
    ),
  },
  {
    look: 'south',
    weight: 3,
    language: 'pt',
    timezones: ['Europe/Lisbon', 'America/Sao_Paulo'],
    women: list(
      'Beatriz, Catarina, Débora, Fernanda, Graça, Helena, Joana, Larissa, Mariana, Natália, Raquel, Teresa',
    ),
    men: list(
      'Afonso, Bruno, Caetano, Duarte, Eduardo, Gustavo, Henrique, João, Luís, Miguel, Rui, Thiago, Vasco',
    ),
    last: list(
      'Almeida, Barbosa, Carvalho, da Costa, Ferreira, Gonçalves, Lopes, Magalhães, ' +
        'Nogueira, Oliveira, Pereira, Ribeiro, dos Santos, Teixeira',
    ),
  },
  {
    look: 'south',
    weight: 3,
    language: 'it',
    timezones: ['Europe/Rome'],
    women: list(
      'Alessia, Bianca, Chiara, Donatella, Elisa, Federica, Giulia, Lorenza, Marta, Ottavia, Paola, Serena, Teresa, Viola',
    ),
    men: list(
      'Alberto, Bruno, Dario, Enrico, Fabio, Gianni, Leonardo, Marco, Nicola, Paolo, Riccardo, Stefano, Tommaso, Vito',
    ),
    last: list(
      'Amato, Bellini, Caruso, D’Angelo, Esposito, Ferrari, Gallo, Lombardi, Marchetti, Neri, Pellegrini, Ricci, Santoro, Vitale',
    ),
  },
  {
    look: 'south',
    weight: 2,
    language: 'el',
    timezones: ['Europe/Athens'],
    women: list(
      'Anna/Άννα, Despina/Δέσποινα, Eleni/Ελένη, Georgia/Γεωργία, Ioanna/Ιωάννα, Katerina/Κατερίνα, Maria/Μαρία, Sofia/Σοφία',
    ),
    men: list(
      'Alexandros/Αλέξανδρος, Dimitris/Δημήτρης, Giorgos/Γιώργος, Kostas/Κώστας, ' +
        'Nikos/Νίκος, Panagiotis/Παναγιώτης, Stavros/Σταύρος, Yannis/Γιάννης',
    ),
    last: list(
      'Alexiou/Αλεξίου, Dimou/Δήμου, Georgiou/Γεωργίου, Ioannou/Ιωάννου, Karras/Καρράς, ' +
        'Makris/Μακρής, Nikolaou/Νικολάου, Pappas/Παππάς, Vlachos/Βλάχος',
    ),
  },
  {
    look: 'south',
    weight: 3,
    language: 'tr',
    timezones: ['Europe/Istanbul'],
    women: list(
      'Ayşe, Berna, Ceren, Defne, Elif, Fatma, Gül, Hatice, İpek, Leyla, Merve, Nazlı, Selin, Zeynep',
    ),
    men: list(
      'Ahmet, Burak, Cem, Deniz, Emre, Ferhat, Hakan, İbrahim, Kerem, Mehmet, Murat, Ömer, Serkan, Yusuf',
    ),
    last: list(
      'Aksoy, Bulut, Çelik, Demir, Erdoğdu, Güneş, Kaplan, Kaya, Öztürk, Polat, Şahin, Toprak, Yıldız, Yılmaz',
    ),
  },
  {
    look: 'desert',
    weight: 4,
    language: 'ar',
    timezones: ['Africa/Cairo', 'Asia/Beirut', 'Africa/Casablanca', 'Asia/Amman'],
    women: list(
      'Amal/أمل, Dalia/داليا, Farah/فرح, Hanan/حنان, Layla/ليلى, Mariam/مريم, Nadia/نادية, ' +
        'Noor/نور, Rania/رانيا, Salma/سلمى, Yasmin/ياسمين, Zeina/زينة',
    ),
    men: list(
      'Ahmad/أحمد, Bilal/بلال, Faisal/فيصل, Hassan/حسن, Ibrahim/إبراهيم, Karim/كريم, ' +
        'Mahmoud/محمود, Nabil/نبيل, Omar/عمر, Rami/رامي, Sami/سامي, Tariq/طارق, Yousef/يوسف',
    ),
    last: list(
      'Abbas/عباس, Darwish/درويش, Farouk/فاروق, Haddad/حداد, Khalil/خليل, Khoury/خوري, ' +
        'Mansour/منصور, Nasser/ناصر, Qasim/قاسم, Saleh/صالح, Shaheen/شاهين, Zaki/زكي',
    ),
  },
  {
    look: 'desert',
    weight: 2,
    timezones: ['Asia/Tehran', 'Europe/London'],
    women: list(
      'Azadeh, Bahar, Darya, Forough, Golnaz, Leila, Mahsa, Narges, Parisa, Roya, Shirin, Taraneh',
    ),
    men: list(
      'Arash, Babak, Dariush, Farhad, Hamid, Kamran, Mehdi, Navid, Omid, Reza, Siavash, Vahid',
    ),
    last: list(
      'Ahmadi, Bahrami, Farahani, Ghorbani, Hosseini, Jafari, Karimi, Moradi, Norouzi, Rahimi, Sadeghi, Tehrani',
    ),
  },
  {
    look: 'desert',
    weight: 2,
    language: 'he',
    timezones: ['Asia/Jerusalem'],
    women: list(
      'Adi/עדי, Avigail/אביגיל, Dana/דנה, Efrat/אפרת, Maya/מאיה, Michal/מיכל, Noa/נועה, Shira/שירה, Tamar/תמר, Yael/יעל',
    ),
    men: list(
      'Alon/אלון, Amir/אמיר, Asaf/אסף, Daniel/דניאל, Eitan/איתן, Gilad/גלעד, Itai/איתי, Omer/עומר, Roi/רועי, Yonatan/יונתן',
    ),
    last: list(
      'Ben-David/בן-דוד, Biton/ביטון, Cohen/כהן, Dayan/דיין, Friedman/פרידמן, Gabay/גבאי, ' +
        'Katz/כץ, Levi/לוי, Mizrahi/מזרחי, Peretz/פרץ, Shalev/שלו',
    ),
  },
  {
    look: 'india',
    weight: 5,
    language: 'hi',
    timezones: ['Asia/Kolkata', 'Europe/London'],
    women: list(
      'Aditi/अदिति, Anjali/अंजलि, Bhavna/भावना, Deepa/दीपा, Gauri/गौरी, Kavya/काव्या, ' +
        'Lakshmi/लक्ष्मी, Meera/मीरा, Nisha/निशा, Pooja/पूजा, Radhika/राधिका, Shreya/श्रेया, ' +
        'Sunita/सुनीता',
    ),
    men: list(
      'Aarav/आरव, Arjun/अर्जुन, Dev/देव, Gopal/गोपाल, Harish/हरीश, Ishaan/ईशान, Karan/करण, ' +
        'Manoj/मनोज, Nikhil/निखिल, Rahul/राहुल, Rohan/रोहन, Sanjay/संजय, Vikram/विक्रम',
    ),
    last: list(
      'Agarwal/अग्रवाल, Bhat/भट, Chaudhary/चौधरी, Desai/देसाई, Gupta/गुप्ता, Iyer/अय्यर, ' +
        'Joshi/जोशी, Kapoor/कपूर, Mehta/मेहता, Nair/नायर, Patel/पटेल, Rao/राव, Sharma/शर्मा, ' +
        'Singh/सिंह, Verma/वर्मा',
    ),
  },
  {
    look: 'india',
    weight: 2,
    timezones: ['Asia/Karachi', 'Asia/Dhaka', 'Asia/Colombo'],
    women: list(
      'Amina, Dilini, Farzana, Hira, Ishrat, Kumari, Mahnoor, Nasreen, Rukhsana, Sadia, Tharushi, Zara',
    ),
    men: list(
      'Asif, Bilal, Chaminda, Faisal, Hamza, Imran, Kamal, Nadeem, Nuwan, Rashid, Shahid, Usman',
    ),
    last: list(
      'Ahmed, Akhtar, Begum, Chowdhury, Fernando, Hussain, Iqbal, Khan, Malik, Perera, Qureshi, Rahman, Silva, Wickramasinghe',
    ),
  },
  {
    look: 'east',
    weight: 4,
    language: 'zh',
    timezones: ['Asia/Shanghai', 'Asia/Taipei', 'Asia/Singapore'],
    isFamilyNameFirst: true,
    women: list(
      'Fang/芳, Hui/慧, Jing/静, Lan/兰, Li/丽, Mei/梅, Na/娜, Qing/青, Ting/婷, Xia/霞, Xue/雪, Yan/燕, Yu/玉',
    ),
    men: list(
      'Bo/博, Chao/超, Feng/峰, Gang/刚, Hao/浩, Jian/健, Jun/军, Lei/磊, Ming/明, Peng/鹏, Tao/涛, Wei/伟, Yang/洋',
    ),
    last: list(
      'Chen/陈, Deng/邓, Gao/高, He/何, Huang/黄, Li/李, Lin/林, Liu/刘, Sun/孙, Wang/王, Wu/吴, Xu/徐, Yang/杨, Zhang/张, Zhao/赵, Zhou/周',
    ),
  },
  {
    look: 'east',
    weight: 3,
    language: 'ja',
    timezones: ['Asia/Tokyo'],
    isFamilyNameFirst: true,
    women: list(
      'Aiko/愛子, Chihiro/千尋, Emi/恵美, Hana/花, Haruka/遥, Kaori/香織, Mai/舞, Megumi/恵, Miyu/美優, Naoko/直子, Sakura/桜, Yui/結衣, Yuki/雪',
    ),
    men: list(
      'Akira/明, Daichi/大地, Haruto/陽翔, Hiroshi/浩, Kenji/健二, Makoto/誠, Naoki/直樹, Ren/蓮, Satoshi/聡, Shota/翔太, Takumi/匠, Yuto/悠斗',
    ),
    last: list(
      'Fujita/藤田, Hayashi/林, Inoue/井上, Ito/伊藤, Kato/加藤, Kobayashi/小林, Mori/森, Nakamura/中村, ' +
        'Ogawa/小川, Sato/佐藤, Suzuki/鈴木, Tanaka/田中, Watanabe/渡辺, Yamamoto/山本',
    ),
  },
  {
    look: 'east',
    weight: 3,
    language: 'ko',
    timezones: ['Asia/Seoul'],
    isFamilyNameFirst: true,
    women: list(
      'Eunji/은지, Haeun/하은, Jiwoo/지우, Minji/민지, Nari/나리, Seoyeon/서연, Soojin/수진, Sora/소라, Yeji/예지, Yuna/유나',
    ),
    men: list(
      'Daehyun/대현, Dohyun/도현, Hyunwoo/현우, Jaemin/재민, Jihoon/지훈, Joon/준, Minho/민호, Seojun/서준, Sungmin/성민, Woojin/우진',
    ),
    last: list(
      'Ahn/안, Bae/배, Choi/최, Han/한, Jang/장, Jung/정, Kang/강, Kim/김, Lee/이, Lim/임, Park/박, Seo/서, Shin/신, Yoon/윤',
    ),
  },
  {
    look: 'east',
    weight: 3,
    timezones: ['Asia/Ho_Chi_Minh', 'Asia/Manila', 'Asia/Jakarta', 'Asia/Bangkok'],
    women: list(
      'Ayu, Bituin, Dewi, Hương, Kanya, Lan, Linh, Malee, Ngọc, Putri, Ratna, Suda, Thảo, Tuyết',
    ),
    men: list(
      'Agus, Bayani, Budi, Đức, Huy, Joko, Minh, Niran, Quang, Rizal, Somchai, Tuấn, Wayan',
    ),
    last: list(
      'Bautista, Dela Cruz, Hidayat, Kusuma, Lê, Nguyễn, Phạm, Pratama, Reyes, Santoso, Srisai, Trần, Villanueva, Vũ, Wongsa',
    ),
  },
  {
    look: 'africa',
    weight: 5,
    timezones: ['Africa/Lagos', 'Africa/Accra', 'Europe/London'],
    women: list(
      'Abena, Adaeze, Akosua, Amara, Bukola, Chidinma, Efua, Folake, Ifeoma, Ngozi, Nkechi, Temitope, Yewande, Zainab',
    ),
    men: list(
      'Adebayo, Babatunde, Chidi, Chukwuemeka, Emeka, Femi, Ikenna, Kofi, Kwame, Obinna, Olumide, Segun, Tunde, Yaw',
    ),
    last: list(
      'Achebe, Adeyemi, Afolabi, Agyeman, Balogun, Boateng, Chukwu, Danjuma, Eze, Mensah, Nwosu, Ogunleye, Okafor, Okonkwo, Owusu',
    ),
  },
  {
    look: 'africa',
    weight: 3,
    timezones: ['Africa/Nairobi', 'Africa/Addis_Ababa', 'Africa/Kampala'],
    women: list(
      'Achieng, Almaz, Bethlehem, Hodan, Makena, Mwende, Nyambura, Selam, Wairimu, Wanjiku, Zawadi, Zuhura',
    ),
    men: list(
      'Abdi, Baraka, Dawit, Jabari, Juma, Kamau, Kipchoge, Mwangi, Odhiambo, Otieno, Tesfaye, Yonas',
    ),
    last: list(
      'Abebe, Barasa, Chebet, Farah, Haile, Kariuki, Kiptoo, Maina, Mutua, Nakato, Njoroge, Omondi, Tadesse, Wambui',
    ),
  },
  {
    look: 'africa',
    weight: 3,
    timezones: ['America/New_York', 'America/Chicago', 'America/Jamaica', 'Africa/Johannesburg'],
    women: list(
      'Aaliyah, Brianna, Camille, Denise, Ebony, Imani, Jada, Keisha, Latoya, Naledi, Nia, Thandiwe, Zora',
    ),
    men: list(
      'Andre, Darius, Desmond, Jamal, Kendrick, Lerato, Malik, Marcus, Sipho, Terrence, Thabo, Tyrone, Xavier',
    ),
    last: list(
      'Baptiste, Campbell, Dlamini, Freeman, Gordon, Jefferson, Khumalo, Mokoena, Ndlovu, ' +
        'Robinson, Sinclair, Toussaint, Washington, Williams',
    ),
  },
];
