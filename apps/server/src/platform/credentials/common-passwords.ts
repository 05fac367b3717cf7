/**
 * Passwords of ten characters and more that lists of leaked ones have in common, and words that
 * such passwords are made of. Both in lower case; comparison is without case.
 */
const COMMON = `
  0000000000 0101010101 0102030405 0123456789 0246813579 0987654321 1010101010 1020304050
  1029384756 1111111111 1111122222 1122334455 1122334455667 1123581321 1212121212 12121212121
  123123123123 1231231234 1234123412 12341234123 1234512345 1234554321 123456123456 1234561234
  1234565432 12345654321 1234567812345678 12345678901 123456789012 1234567890123 1234567890
  1234567890a 1234567890q 123456789a 123456789aa 123456789abc 123456789q 123456789qwe 123456789z
  1234567899 123456abcd 123456asdf 123456qwerty 12345abcde 12345qwert 12345qwerty 1234abcd1234
  1234qwer1234 1234qwerasdf 1234qwerty 123654789a 1236547890 123789456 123789456123 123abc123abc
  123qwe123qwe 123qweasdzxc 12qwaszx12 1357924680 135792468 1470258369 147258369a 147258369147
  147896325a 1478963250 1597534862 159357456852 159753456852 159753258456 159753159753 192837465
  1928374655 1a2b3c4d5e 1a2s3d4f5g 1q1q1q1q1q 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qa2ws3ed4rf
  1qaz1qaz1qaz 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc 1qazxsw2 2020202020 2222222222
  3141592653 31415926535 31415926535897 3333333333 4444444444 4815162342 5555555555 5555566666
  6666666666 6789067890 7418529630 741852963 741852963a 7777777777 789456123 7894561230
  789456123a 8888888888 852456852456 963852741 9638527410 987654321a 987654321q 9876543210
  9999999999 99999999999 a123456789 a1234567890 a1b2c3d4e5 a1b2c3d4e5f6 a1s2d3f4g5 aa12345678
  aa123456789 aaaaaaaaaa aaaaa11111 abc123abc123 abc1234567 abc12345678 abc123456789 abcabcabca
  abcd123456 abcd12345678 abcd1234abcd abcde12345 abcdef1234 abcdef123456 abcdefg123 abcdefg1234567
  abcdefghij abcdefghijk abcdefghijkl abcdefghijklmnopqrstuvwxyz abracadabra accessdenied
  administrator administrador admin12345 admin123456 admin123admin adminadmin adminadmin1 adminpassword
  airplane123 alexander1 alexandra1 alexandria alhamdulillah allahuakbar angel12345 anthony123
  arsenal123 asd123asd123 asdasdasdasd asdasdasd1 asdf123456 asdf1234asdf asdfasdfasdf asdfasdf12
  asdfghjkl1 asdfghjkl12 asdfghjkl123 asdfghjkl; asdfghjklqwertyuiop asdfghjklzxcvbnm asdfqwerzxcv
  asdzxc1234 ashley1234 babygirl01 babygirl12 babygirl123 backstreet barcelona1 barcelona10
  baseball12 baseball123 basketball basketball1 batman12345 battlefield beautiful1 benjamin12
  bitcoin123 bitcoin2020 bitcoin2021 bitcoinbitcoin blackberry blackberry1 blink182blink bluesky123
  brooklyn11 bulldogs12 butterfly1 butterfly12 california california1 cambiame123 carolina12
  celtic1888 chandler12 changeme01 changeme12 changeme123 changeme1234 changeme2020 changemenow
  charlie123 charlotte1 cheesecake chelsea123 chicago123 chocolate1 chocolate12 chocolate2
  christian1 christina1 christmas1 christopher cinderella computer01 computer12 computer123
  consuelo12 contrasena contrasena1 contrasena123 contraseña correcthorsebatterystaple cowboys123
  cristiano7 crypto1234 cryptocurrency dallas1234 dancer1234 daniel1234 december12 default123
  dinamo1234 doctorwho1 dolphins12 dragon1234 dragon12345 dragonball dragonball1 dragonballz
  eastenders einstein12 elephant12 elizabeth1 emmanuel12 enterprise enterprise1 estrella12
  ethereum123 everything evolution1 f00tball123 facebook01 facebook12 facebook123 fernando12
  firefighter firefly123 flamengo12 florida123 flowerpower football01 football10 football11
  football12 football123 football1234 forever123 forever21forever fortnite12 fortnite123
  freedom123 friendship friends123 fuckyou123 fuckyou1234 fuckyoufuckyou galatasaray1 galatasaray
  gangsta123 ghbdtnghbdtn giants1234 gladiator1 godisgood1 godisgreat goldfish12 goodmorning
  google1234 google12345 gracie1234 grandmother greenday12 guadalupe1 guitar1234 gwerty1234
  hannahmontana happiness1 harley1234 harrypotter hello12345 hello123456 hellohello hellohello1
  hellokitty hellokitty1 helloworld helloworld1 hockey1234 hollister1 honda12345 honeybunny
  hunter1234 i love you1 iloveyou01 iloveyou11 iloveyou12 iloveyou123 iloveyou1234 iloveyou12345
  iloveyou22 iloveyou69 iloveyou2007 iloveyou2008 iloveyou2010 iloveyou!! iloveyouforever iloveyousomuch
  iloveyoubaby iloveyou143 imissyou12 india12345 indonesia1 internet12 internet123 invisible1
  ironman123 isabella12 jasmine123 jennifer12 jessica123 jesus12345 jesuschrist jesuschrist1 jesusislord
  jesuslovesme jesusloves jesussaves johncena123 jonathan12 jordan1234 jordan2323 juventus12
  katherine1 killer1234 kimberly12 kristina12 lakers2424 lavender12 legolas123 leicester1 letmein123
  letmein1234 letmein12345 letmeinnow letmeinplease lightning1 liverpool1 liverpool11 liverpool12
  liverpool123 liverpool8 logitech12 login12345 london1234 lovelovelove loveme1234 loveyou123
  loveyou1234 loverboy12 magandaako1 manchester manchester1 manchesterunited margarita1 mariposa12
  mark123456 master1234 master12345 matthew123 maverick12 mercedes12 metallica1 metallica12
  michael123 michael1234 michelle12 microsoft1 midnight12 minecraft1 minecraft12 minecraft123
  mohammed12 mohamed123 monkey1234 monkey12345 monkeymonkey monster123 montgomery motherfucker
  mountain12 mustang123 mustang1967 mypassword mypassword1 mypassword123 myspace123 nathaniel1
  newcastle1 newpassword newpassword1 newyork123 newyorkcity nicholas12 nightmare1 nintendo12
  nintendo64 november11 oklahoma12 onedirection onedirection1 p@$$w0rd123 p@ssw0rd01 p@ssw0rd12
  p@ssw0rd123 p@ssw0rd1234 p@ssword12 p@ssword123 p455w0rd123 pa$$w0rd12 pa$$word123 pa55w0rd12
  pa55word12 pakistan12 pakistan123 panathinaikos paradise12 paramore12 pass123456 pass12345678
  pass1234567 passpasspass passw0rd01 passw0rd12 passw0rd123 passw0rd1234 password00 password01
  password07 password09 password10 password11 password12 password123 password1234 password12345
  password123456 password123456789 password13 password2020 password2021 password2022 password2023
  password2024 password2025 password2026 password21 password22 password23 password99 password!!
  password1! password123! passwordpassword passwort12 passwort123 patrick123 peanutbutter
  pepper1234 philippines phoenix123 photography pineapple1 playstation playstation2 playstation3
  pokemon123 pokemon1234 porsche911 portsmouth primavera1 princess01 princess10 princess11
  princess12 princess123 princess13 princesa12 qazqazqazq qazwsx1234 qazwsx123456 qazwsxedc1
  qazwsxedc12 qazwsxedc123 qazwsxedcrfv qazwsxqazwsx qq123456789 qwaszx1234 qwe123456789 qwe123qwe123
  qweasd1234 qweasd123456 qweasdzxc1 qweasdzxc12 qweasdzxc123 qweqweqwe1 qweqweqweqwe qwer123456
  qwer12345678 qwer1234qwer qwerasdfzxcv qwerasdf12 qwerqwer12 qwerqwer1234 qwert12345 qwert123456
  qwert54321 qwertasdfg qwerty0987 qwerty1234 qwerty12345 qwerty123456 qwerty1234567 qwerty12345678
  qwerty123456789 qwerty2020 qwerty2021 qwertyasdf qwertyqwerty qwertyu123 qwertyui12 qwertyuiop
  qwertyuiop1 qwertyuiop12 qwertyuiop123 qwertyuiop[] qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm
  rainbow123 rangers123 realmadrid realmadrid1 rebecca123 redsox2004 remember12 ricardo123
  rockstar12 rockyou123 ronaldo123 rush2112rush sacramento samantha12 samsung123 samsung1234
  sanfrancisco scooter123 scorpion12 sebastian1 secret1234 september1 september11 serenity12
  shadow1234 shadow12345 shannon123 shopping12 skateboard skateboard1 skywalker1 slipknot12
  slipknot666 snickers12 snowboard1 snowflake1 soccer1234 soccer12345 softball12 spiderman1
  spiderman12 spiderman123 spongebob1 spongebob12 starwars01 starwars12 starwars123 strawberry
  strawberry1 summer1234 summer2020 summer2021 summer2022 summer2023 summer2024 summer2025
  sunshine01 sunshine12 sunshine123 superman01 superman10 superman12 superman123 superstar1
  supernatural sweetheart sweetheart1 swordfish1 t1t2t3t4t5 taylorswift teamo12345 temp123456
  tennessee1 test123456 test1234567 test12345678 testtest12 testing123 testing1234 thebeatles
  theforce12 thomas1234 thunder123 tigger1234 timberland tinkerbell tinkerbell1 tottenham1
  toyota1234 trading123 trinity123 trustno1234 trustnoone tunafish12 undertaker undertaker1
  university user123456 valentina1 valentine1 vanessa123 vfhufhbnf1 victoria12 vietnam123
  volleyball volleyball1 wall.e1234 warcraft12 washington washington1 watermelon welcome001
  welcome123 welcome1234 welcome12345 welcome2020 welcome2021 welcome2024 welcometohell wellington
  westside12 whatever12 whatever123 williams12 winchester winchester1 winter2020 winter2021
  winter2022 winter2023 winter2024 winter2025 wolverine1 wordpass123 worldofwarcraft wrestling1
  xbox360360 yankees123 yellow1234 zaq12wsxcde3 zaq1xsw2cde3 zaq1zaq1zaq1 zaqwsxcde1 zinch12345
  zxc123456789 zxcasdqwe1 zxcasdqwe123 zxcvb12345 zxcvbnm123 zxcvbnm1234 zxcvbnm12345 zxcvbnmasdfghjkl
  zxcvbnm,./ zxcvbnmzxcvbnm zzzzzzzzzz`;

const WORDS = `
  abc abcd admin administrator access account alexander angel apple arsenal asdf asdfgh asdfghjkl
  baby babygirl bailey banana baseball basketball batman beautiful bitcoin blink buster butterfly
  candor changeme charlie cheese chelsea chocolate computer contrasena cookie crypto dallas daniel
  demo dragon ethereum facebook family flower football forever freedom friends fuckyou ginger google
  hannah harley hello helloworld hockey hunter iloveyou internet jennifer jessica jesus jordan
  joshua killer letmein liverpool login london love lovely loveyou maggie master matrix matthew
  mercedes merlin michael michelle minecraft money monkey mustang mypassword naruto nicole ninja
  orange parola pass passphrase password passwort pepper pokemon princess purple qazwsx qwer qwert
  qwerty qwertyuiop rainbow ranger robert root samsung secret shadow soccer spiderman starwars
  steelers summer sunshine superman taylor temp test tester testing thomas thunder tigger trader
  trading trustno user wallet welcome whatever winter yankees yellow zaq zxcv zxcvbn zxcvbnm`;

const entries = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Passwords that many people choose. */
export const COMMON_PASSWORDS = entries(COMMON);

/** Words that with a few digits or signs behind them are a common password. */
export const COMMON_WORDS = entries(WORDS);
