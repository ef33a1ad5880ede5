/** A sentence with nearly all letters of each locale. */
export const PANGRAMS: Readonly<Record<string, string>> = {
  en: "The quick brown fox jumps over the lazy dog.",
  ar: "نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر ومغلف بجلد أزرق.",
  de: "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.",
  es: "El pingüino Wenceslao hizo kilómetros bajo exhaustiva lluvia y frío, añoraba a su querido cachorro.",
  fr: "Portez ce vieux whisky au juge blond qui fume.",
  id: "Muharjo, seorang xenofobia universal yang takut pada warga jazirah, contohnya Qatar.",
  it: "Quel vituperabile xenofobo zelante assaggia il whisky ed esclama: alleluja!",
  ja: "色は匂えど散りぬるを、我が世誰ぞ常ならむ、有為の奥山今日越えて、浅き夢見じ酔ひもせず。",
  ko: "키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다.",
  nl: "Pa's wijze lynx bezag vroom het fikse aquaduct.",
  "pt-br":
    "Luís argüia à Júlia que brações, fé, chá, óxido, pôr, zângão eram palavras do português.",
  ru: "Съешь же ещё этих мягких французских булок, да выпей чаю.",
  zh: "天地玄黄，宇宙洪荒，日月盈昃，辰宿列张。",
  "zh-tw": "天地玄黃，宇宙洪荒，日月盈昃，辰宿列張。",
};
