import type { Language } from '../people/names.ts';
import { templates, type Template } from './grammar.ts';

const wordsOf = (posts: string, comments: string): { posts: Template[]; comments: Template[] } => ({
  posts: templates(posts, {}),
  comments: templates(comments, {}),
});

/** Posts and comments in the members' first languages. */
export const languages: Record<Language, { posts: Template[]; comments: Template[] }> = {
  ar: wordsOf(
    `
    صباح الخير يا جيران! فنجان قهوة وشمس خفيفة، ماذا نريد أكثر؟ ☀️
    زرعنا النعناع على الشرفة والآن لا يتوقف عن النمو. من يريد منه؟ 🌿
    طبخت أمي المقلوبة اليوم، ورائحتها وصلت إلى آخر الشارع.
    هل يعرف أحد مكانًا جيدًا لتعلّم السباحة للكبار؟
    مشينا {4-12} كيلومترات على طول النهر، وضحكنا أكثر مما مشينا.
    شكرًا لكل من ساعدنا في نقل الأثاث يوم السبت. البيت بيتكم.
    قرأت اليوم جملة جميلة: «الجار قبل الدار». كم هي صحيحة.
    مبروك لابنتي نجاحها! سهرنا معها، وتعبنا معها، وفرحنا معها 🎉
  `,
    `
    ما شاء الله!
    ألف مبروك 🎉
    صباح النور!
    أنا أريد، إذا بقي شيء 😊
    سلمت يداكِ
    كلام جميل جدًا
  `,
  ),
  de: wordsOf(
    `
    Der Kirschbaum im Hof blüht. Ich habe drei Termine verpasst und bereue nichts.
    Wer hat Lust auf Doppelkopf am [Mittwoch|Donnerstag]? Uns fehlt der vierte Mann. Oder die vierte Frau.
    Heute zum ersten Mal das Brot nach Omas Rezept gebacken. „Mehl nach Gefühl“ – welches Gefühl denn?
    Frühnebel, Stille, ein Reiher. Mehr braucht ein Montag nicht.
    Hat jemand eine Leiter, mindestens {3-6} Meter? Die Katze und ich sehen die Sache unterschiedlich.
    Beim Wandern verlaufen und das beste Gasthaus der Gegend gefunden. Käsespätzle! 🧀
    Der Bus kam heute pünktlich. Ich war es nicht.
    Danke an die Hausgemeinschaft: {2-5} Stockwerke, ein Klavier, sechs Helfer, kein Kratzer.
  `,
    `
    Herrlich! 😄
    Bin dabei!
    Das Gefühl kommt nach dem zehnten Versuch.
    Liebe Grüße aus dem dritten Stock.
    Wie schön!
    Herzlichen Glückwunsch!
  `,
  ),
  el: wordsOf(
    `
    Καλημέρα γειτονιά! Καφές στο μπαλκόνι και μυρωδιά από βασιλικό.
    Η γιαγιά μου έλεγε: «όπου φτωχός κι η μοίρα του». Και μετά έβγαζε γλυκό για όλους.
    Μαζέψαμε {20-90} κιλά ελιές σήμερα. Τα χέρια πονάνε, η καρδιά γελάει.
    Ξέρει κανείς πού πουλάνε καλή φέτα σε αυτή την πόλη;
    Θάλασσα τον Νοέμβρη. Κρύα, καθαρή, όλη δική μας. 🌊
    Χορέψαμε μέχρι το πρωί. Ευχαριστούμε όλους που ήρθατε!
  `,
    `
    Χρόνια πολλά!
    Τι όμορφα λόγια ❤️
    Καλημέρα!
    Μπράβο σας!
    Πολύ ωραίο
  `,
  ),
  es: wordsOf(
    `
    Buenos días, vecinos. Hoy huele a pan en toda la calle y no sé de quién es la culpa. Gracias.
    Mi abuela cumple {80-99} años y ha pedido bailar. Pues bailamos.
    ¿Alguien sabe arreglar una persiana? La mía ha decidido que siempre es de noche.
    Subimos al cerro con los niños. Tardamos el triple y nos reímos el cuádruple.
    Se busca guitarra para el sábado. Y alguien que sepa tocarla, ya puestos. 🎸
    Primera cosecha de tomates: {3-9}. Los hemos tocado, mirado y aplaudido.
    Hay días en que una sopa lo cura todo.
    A la señora que me dejó su paraguas en la parada: no sé cómo se llama, pero usted me salvó el día.
  `,
    `
    ¡Qué bonito!
    ¡Felicidades! 🎉
    Me encanta.
    Yo tengo una guitarra, pero solo sé tres acordes.
    Un abrazo grande.
    Jajaja, igual que en mi casa.
  `,
  ),
  fr: wordsOf(
    `
    Ce matin, le marché sentait les fraises et la pluie. J'ai tout acheté, sauf ce qu'il fallait.
    Ma fille a demandé si les nuages ont des noms. On leur en a donné {5-14}.
    Quelqu'un aurait un moule à tarte de {24-30} cm ? C'est une urgence, une vraie.
    Dimanche lent : café, croissant, mots croisés, silence. Le bonheur tient à peu de choses.
    J'ai enfin réparé le vélo de mon grand-père. Il grince toujours, lui aussi grinçait.
    Merci au monsieur du bus qui a chanté pour faire rire le bébé. Tout le monde a ri.
    On cherche encore deux altos pour la chorale. On partage tout, même les fausses notes.
    Qui dit mieux : trois saisons en une seule journée ?
  `,
    `
    Magnifique !
    Oh que c'est joli.
    Bravo à toi !
    J'ai un moule, passe quand tu veux.
    Joyeux anniversaire !
    Ça me donne faim.
  `,
  ),
  he: wordsOf(
    `
    בוקר טוב שכנים! קפה במרפסת וריח של לחם מהמאפייה. מה עוד צריך בן אדם?
    הילדה שאלה אם גם הירח הולך לישון. עוד לא מצאתי תשובה.
    מישהו יודע לתקן אופניים? הגלגל שלי שר, ולא יפה.
    טיילנו {6-15} קילומטרים לאורך הנחל, אכלנו ענבים וצחקנו על המפה.
    תודה לכל מי שבא אתמול. הבית עוד מלא בצחוק ובכלים לא שטופים 😄
    סבתא בת {80-95}, ועדיין מנצחת אותי בשש-בש.
  `,
    `
    איזה יופי!
    מזל טוב! 🎉
    אני יכול לעזור עם הגלגל
    מקסים
    בוקר אור ☀️
  `,
  ),
  hi: wordsOf(
    `
    सुप्रभात! आज चाय में अदरक थोड़ी ज़्यादा हो गई, पर दिन अच्छा शुरू हुआ। ☕
    माँ के हाथ के आलू के पराठे, और बाहर बारिश। और क्या चाहिए?
    बच्चों ने आज छत पर {5-20} पतंगें उड़ाईं। आसमान रंगों से भर गया।
    क्या कोई पास में अच्छा तबला सिखाने वाला जानता है?
    दीवाली की सफ़ाई में दादाजी की पुरानी चिट्ठियाँ मिलीं। पूरा दिन पढ़ते रहे।
    पड़ोसियों का बहुत-बहुत शुक्रिया, जिन्होंने कल हमारी मदद की 🙏
  `,
    `
    बहुत सुंदर!
    बधाई हो! 🎉
    वाह, मज़ा आ गया
    मेरे लिए भी एक पराठा रखना 😄
    शुभकामनाएँ
  `,
  ),
  it: wordsOf(
    `
    La pasta era scotta, ma la compagnia al dente.
    Mio nonno pianta ancora i pomodori guardando la luna. E ha ragione lui, purtroppo.
    Qualcuno mi presta un trapano per un'ora? Restituisco con torta.
    Stamattina il lago era uno specchio. Siamo rimasti zitti, e per noi è un miracolo.
    Cerchiamo un quarto per la briscola del giovedì. Astenersi chi sa contare le carte.
    Grazie a chi ha trovato il mio portafoglio e l'ha portato fino al {2-6}° piano, senza ascensore.
  `,
    `
    Che meraviglia!
    Auguri! 🎉
    Il trapano ce l'ho io. Che torta?
    Bellissimo.
    Ahah, verissimo.
  `,
  ),
  ja: wordsOf(
    `
    おはようございます。今朝は富士山がきれいに見えました。
    近所の猫がまたうちの椅子で寝ています。もう起こすのはあきらめました。
    初めて梅干しを漬けてみました。{3-9}か月待ちます。
    今日は雨。お茶をいれて、本を{2-4}冊積んで、どこにも行きません。
    自転車で川沿いを{10-40}キロ。風が気持ちよかった!
    昨日はみなさん、手伝ってくれて本当にありがとうございました。
    娘が逆上がりに成功!手のひらは豆だらけ、顔は笑顔だらけ。
  `,
    `
    すてきですね!
    おめでとうございます🎉
    うちの猫も同じです(笑)
    いいなあ、行ってみたいです。
    お疲れさまでした。
  `,
  ),
  ko: wordsOf(
    `
    좋은 아침이에요! 창문을 여니 빵 굽는 냄새가 나네요.
    엄마랑 김치 {20-60}포기 담갔어요. 팔이 제 팔이 아니에요.
    오늘 아이가 처음으로 혼자 자전거를 탔어요! 저는 뒤에서 울었습니다.
    혹시 주말에 같이 등산 가실 분 계세요? 천천히, 아주 천천히요.
    비 오는 날엔 역시 파전이죠.
    이사 도와주신 이웃분들 정말 감사합니다. 곧 집들이 할게요!
  `,
    `
    축하해요! 🎉
    너무 예뻐요
    저도 같이 가고 싶어요!
    맛있겠다…
    고생 많으셨어요
  `,
  ),
  pl: wordsOf(
    `
    Dziś na targu ktoś powiedział „dzień dobry” obcemu, a obcy to byłem ja. Miło.
    Ulepiłyśmy {90-240} pierogów. Zostało jedenaście.
    Grzyby w tym roku jak z bajki. Miejsca oczywiście nie zdradzę.
    Czy ktoś ma pożyczyć namiot na weekend? Oddam suchy, obiecuję.
    Babcia nauczyła się wysyłać zdjęcia. Mam już {30-120} zdjęć jej kciuka i kocham każde.
    Pierwszy śnieg! Sąsiad już odśnieżył połowę ulicy, z radości.
  `,
    `
    Pięknie!
    Gratulacje! 🎉
    Jedenaście wystarczy, już idę.
    Mam namiot, napisz.
    Sto lat!
  `,
  ),
  pt: wordsOf(
    `
    Café, pão com manteiga e a rua ainda a dormir. Bom dia, vizinhos.
    A minha avó diz que a sopa cura tudo, até a saudade. Estou na segunda tigela.
    Alguém toca cavaquinho? Falta-nos um para sábado.
    Fomos ver o mar. Não fizemos nada o dia inteiro, e fizemos muito bem.
    O meu filho deu nome às {4-9} galinhas. Agora já não há canja.
    Obrigado a quem deixou flores à nossa porta. Foi um dia difícil, e deixou de ser.
  `,
    `
    Que lindo!
    Parabéns! 🎉
    Um grande abraço.
    Pobres galinhas, sortudas galinhas 😄
    Adorei.
  `,
  ),
  tr: wordsOf(
    `
    Günaydın komşular! Çay demlendi, simit sıcak, kapı açık.
    Annemin sarmaları: {60-150} tane sardık, yarısı tencereye varamadı.
    Balkondaki domatesler nihayet kızardı. Bir bayram havası!
    Elektrik süpürgesinden anlayan var mı? Bizimki artık üflüyor.
    Bugün sahilde yürüdük, martılara simit attık, dertleri de denize.
    Taşınırken yardım eden herkese teşekkürler. Çaylar bizden ☕
  `,
    `
    Çok güzel!
    Tebrikler! 🎉
    Bize de ayır bir tabak 😊
    Eline sağlık.
    Günaydın!
  `,
  ),
  uk: wordsOf(
    `
    Доброго ранку! На балконі розквітли чорнобривці, і вся хата пахне дитинством.
    Наліпили з мамою {80-200} вареників. Сусіди, заходьте!
    Сьогодні вчителька сказала, що донька допомогла новенькій дівчинці. Плакала всю дорогу додому.
    Хто знає, де тут можна купити гарну гречку?
    Йшли без плану, прийшли до озера. Так буває.
    Дякую всім, хто вчора прийшов нас послухати. Ми співали для вас і для тих, хто далеко.
  `,
    `
    Яка краса!
    Вітаю! 🎉
    Вже йду, з банкою сметани.
    Обіймаю ❤️
    Дуже гарно
  `,
  ),
  zh: wordsOf(
    `
    早上好!今天在阳台上喝茶,邻居的桂花开了,香得不得了。
    第一次自己包饺子,{40-120}个,形状都不一样,味道一样好。
    周末有人一起去爬山吗?慢慢走,带水果。
    奶奶视频教我炖汤,说“盐少许”,我问少许是多少,她说“看心情”。
    下了一整天雨,猫和我都没有出门。
    谢谢楼下的大叔帮我修好了自行车,还不肯收钱。
    女儿今天会自己系鞋带了,骄傲得走路都看着脚。
  `,
    `
    太棒了!
    恭喜恭喜🎉
    看着就好吃
    我也想去!
    哈哈,我奶奶也这么说
  `,
  ),
};
