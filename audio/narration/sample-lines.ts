/** A sample line per language, used for previews and for loudness calibration. */
export const SAMPLE_LINES: Readonly<Record<string, string>> = {
  en: "The kettle had just begun to sing when the first snow of the year touched the window.",
  ar: "بدأ الإبريق يغني عندما لمس أول ثلج في السنة زجاج النافذة.",
  de: "Der Kessel begann gerade zu summen, als der erste Schnee des Jahres das Fenster berührte.",
  es: "La tetera acababa de empezar a silbar cuando la primera nieve del año rozó la ventana.",
  fr: "La bouilloire venait de se mettre à chanter quand la première neige de l’année toucha la fenêtre.",
  id: "Ketel baru saja mulai berdesis ketika hujan pertama tahun ini menyentuh jendela.",
  it: "Il bollitore aveva appena cominciato a fischiare quando la prima neve dell’anno sfiorò la finestra.",
  ja: "やかんが鳴り始めたとき、今年最初の雪が窓に触れました。",
  ko: "주전자가 막 울기 시작했을 때 올해의 첫눈이 창문에 닿았습니다.",
  nl: "De ketel begon net te zingen toen de eerste sneeuw van het jaar het raam raakte.",
  "pt-br": "A chaleira começava a cantar quando a primeira neve do ano tocou a janela.",
  ru: "Чайник только начал петь, когда первый снег этого года коснулся окна.",
  zh: "水壶刚刚开始唱歌，今年的第一场雪就轻轻落在了窗上。",
  "zh-tw": "水壺剛剛開始唱歌，今年的第一場雪就輕輕落在了窗上。",
};
