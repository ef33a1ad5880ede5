/** Lengths and levels of sounds, made by `bench/audio/sample-waves.ts`: one base-36 digit each. */
export const SOUND_WAVES = {
  "animation.mp4": {
    seconds: 6.61,
    levels:
      "qkhepvyiqnebgilclgebroqiiemmnwzlrlkgjhnclec98564lecajegajfcbbaa5mklfech8i989fegeninhldqjkdca9994",
  },
  "asmr.mp3": {
    seconds: 16,
    levels:
      "ijjoj10002dnkpwpofe8jrndj68bbeeinefhltlbhmealn5005b9fskgo9blmfk3i69keda69heimjlcdfjhf8hltzyj8a6c",
  },
  "bexo.mp3": {
    seconds: 6.21,
    levels:
      "azi98nm3jhc235emkb431100000ha4f516tc52i41c84dvf8be3mtia7300g732f6n94af4g56f217fnf774420000000000",
  },
  "brakk.mp3": {
    seconds: 5.72,
    levels:
      "2ivgifwzpffc200004lm58plg89k8mnfab700gxmd7ln7el9llc3ic603ja54h38rq63anr845oqeacpl77i934000000000",
  },
  "copy-mp4.mp4": {
    seconds: 6.66,
    levels:
      "hoifhuvslpicbglihifcjqoogefrguzslnliihlhjecb7765ifdbiegcifcbbaa6kkkgdcg9ia79efffminikeokkdba9994",
  },
  "copy-shorts.mp4": {
    seconds: 6.61,
    levels:
      "qkhepvyiqnebgilclgebroqiiemmnwzlrlkgjhnclec98564lecajegajfcbbaa5mklfech8i989fegeninhldqjkdca9994",
  },
  "copy-video.mp4": {
    seconds: 6.61,
    levels:
      "qkhepvyiqnebgilclgebroqiiemmnwzlrlkgjhnclec98564lecajegajfcbbaa5mklfech8i989fegeninhldqjkdca9994",
  },
  "ilvy.mp3": {
    seconds: 6.56,
    levels:
      "btuf2anj58ivmjg9f835bzuiba42000000000018gaof5czp38ud72k4mvh35e6h9iuj223217qqd5jrnia2232000000000",
  },
  "maren.mp3": {
    seconds: 5.39,
    levels:
      "3f33oqbhj57g319vl3219r4mtfd63j39zpcbbi96c81ehd32247krik64e7qpb72fud33024f6gqyndca9kf100000000000",
  },
  "odrin.mp3": {
    seconds: 6.82,
    levels:
      "evlbefcepedc8y9m8225h6onc4je92bc7lja7gliga000hd4fze97iiwi814f7jif910cm5sffdl62fd72hge41000000000",
  },
  "podcast.mp3": {
    seconds: 24,
    levels:
      "01134553224546545333454322tch0cqns9pi81sgq8asnhifnb1jnak31ildt54zgnmdfqkbcn3dha2jykdtadoje789651",
  },
  "tarvel.mp3": {
    seconds: 5.86,
    levels:
      "cz6ei648k84000003f6qt43ekm8af8bb24ax8243fmhdf6nob6la700ce9236pic84mp9qd4db3mla7oigb3320000000000",
  },
  "tts-ar.mp3": {
    seconds: 8.12,
    levels:
      "1ncok5dsjdigmcg5pdh118l3jh4ksh53p7i86qh4g4ne100007quj8ezqha5kfnrdrl2449aoib3s9n5uung83k410000000",
  },
  "tts-de.mp3": {
    seconds: 6.57,
    levels:
      "fb24kl82pr79yj8j822h12346pi827gdk86g58e47llb2jd61000000ae24zn629zh625p12014imneb2cs6bp8000000000",
  },
  "tts-en.mp3": {
    seconds: 6.05,
    levels:
      "3d12jneba1af6jclh7k8229nnd847pii6247fkhc8410000000017caj318uiba55sabsmb9dzf92btpib1cc10000000000",
  },
  "tts-es.mp3": {
    seconds: 6.05,
    levels:
      "f843iic8fagbnec9en9f4rt46g7hbi6gc35h4d76km945i110000000kl36kg82h5eahini5zf3e1bc2golg910000000000",
  },
  "tts-fr.mp3": {
    seconds: 6.05,
    levels:
      "18k3au62bsea24lm5l8dirpfcoa5aeim31jgch4tzqia410000000othi9j1oo6n24jp49m92sfjc1m97imja10000000000",
  },
  "tts-id.mp3": {
    seconds: 7.39,
    levels:
      "2g8ogbjdt7kasaja5i5rkadh14npehhf7eqi9i310000009yean7zejdvk23hje4g439g6uc4eh32zfdhcxn8el700000000",
  },
  "tts-it.mp3": {
    seconds: 5.74,
    levels:
      "fc467nbh7g8fas8idfc8c9es83dccdazdd85e7f9dqme3d8000000004b68la5bf4l7ebnf626g63h113ekjd20000000000",
  },
  "tts-ja.mp3": {
    seconds: 7.92,
    levels:
      "a9lhd8odaqlcb22ghqc5bf5eb1aej5bca1dei8emc4c80000005zj4ftmfxki47d6oc9scb6i7bc6kjn99dmc3c810000000",
  },
  "tts-ko.mp3": {
    seconds: 8.33,
    levels:
      "8ambgi4uoeb94i529bfi3g81bja1ke98d913815d5i80000027za99fc5of94ika7umg5eeb3g9c9efc33816d6i70000000",
  },
  "tts-nl.mp3": {
    seconds: 6.57,
    levels:
      "ca47jgdd9k25ffkg84h21139vnh75efe4d95g435atog6cm94000000g5k4azf28kga2109w9ea2az828l4ehf2000000000",
  },
  "tts-pt-br.mp3": {
    seconds: 6.26,
    levels:
      "qa49vheb6khgkmdo73sn5zx8ghlet7j8sg37n89nuk9eg11000000hyf3uhc3m6k2wdum79xlb8jc92mb5lrke5000000000",
  },
  "tts-ru.mp3": {
    seconds: 6.05,
    levels:
      "1klz54q8etscp2sf38diw68n356rm3225j1alddud2100000019p4266oydj8p2ub6t4jzh8mg4ho72h2gt58s0000000000",
  },
  "tts-zh-tw.mp3": {
    seconds: 8.12,
    levels:
      "02yyc97f8fg86lb4918ni28jbfi9bd844chyi67d843wzb810000017i6fkf4ea19f951mc37kf7d4cf66rh2gg710000000",
  },
  "tts-zh.mp3": {
    seconds: 8.12,
    levels:
      "02xxc87f8fg86kb4918ni28jbjb5bc843cgyi66d843vzb710000016i6fkf4e919f951lc37kf7d4cf66rh2ff710000000",
  },
  "video.mp4": {
    seconds: 6.61,
    levels:
      "qkhepvyiqnebgilclgebroqiiemmnwzlrlkgjhnclec98564lecajegajfcbbaa5mklfech8i989fegeninhldqjkdca9994",
  },
} as const;
