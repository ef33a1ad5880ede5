/** Levels of the samples, made by `bench/audio/sample-waves.ts`: one base-36 digit each. */
export const SAMPLE_WAVES = {
  breath: {
    before:
      "0000000112222100132216ihnke7mwvhf763214afhqrj7apq2ppvxvd6eojbcgsmqqkb8423100001111100122112dkagnfcfllficrk3fwqb9ksrtvdjmkakmo4mzrrpbaddamqm9b222222210",
    after:
      "0000000000000000132216jhnke7mwuif763214afiqrj7apq2pqvxvd6eoibcgsmqpkb8423100000000000122112dkagnfcfllficrk3fwqb9ksqtvdjmkakmo4mzrrpbaddamqm9b222222210",
  },
  clicks: {
    before:
      "322212bjiirfd5juvvjfc2723125agemtql97equ3esqvxysb59rnhbdemrnoqqic8532319211112ekf9lmhe9gmnamecrq82hyrlaajsrruwjgmmjbgmoq54zyrqthbacfbcorljb92212b22211",
    after:
      "322212bjijqfd5juvvhfb2723125agemtrl97equ3erqvxysb59nnhbdemrnoqqib8532311211112ekd9mnhd9gmoamccrq82hyrkaajsrruwhgmmjbgmop54zyrqshbacfbcorljb82212322211",
  },
  denoise: {
    before:
      "bbaabcgkiksihekuttlhfffeddcfekgmtqnedgoqahpmstuqd9akmgbefkolmnnieb9a88899899a9eldcmnkhejlmfkherrgejuqjggjsqrtwjlmlhfimmmbbuspopheaceccoojhc98788777887",
    after:
      "1100112eeivde5gtwuhc7553221149birsl85eqq3esouxzsb47nnhcefmqooqrjc7352102000002cla7mojgahnm7iecrn71exph9ahrprvyhgmjf9fknm54yxrpqfc7cfbarrki851112110000",
  },
  "dub-ar": {
    before:
      "2111116aaae873aghha861411112688cgec538eg28fehiif635dc9677ceddeea653211111100118b75cc9759cd5c77fe419ieb66afffgh99ccb69cde32jifeg9667867deba651111111110",
    after:
      "0000006bprcdk33eneea8l946cwtoje634dncc559kg611co62fome69knhb422100000000000000ab53316iplh82334lzwrmhb5414jm9hse8arl7234414bltjb23gg814kredc30000000000",
  },
  "dub-de": {
    before:
      "1111115989c7629eee8751311112576adca437ce17dceffd524ba8566acbbcc8542111111100116964aa8647ab5a65cc418fc9559dcdee87aa958abc22gfccd8556756bca9541111111110",
    after:
      "0000005j826mi4137uzoeaed7bnmf6bg743d6fydb429h5bsc6ib78gpsmdaba71100000000000002i715l82cf5gk49wzrg847cod963111212bih8ac8434ck3kj325el3db813cqjc7ea81100",
  },
  "dub-es": {
    before:
      "1111114777a6527ccc76413111124669ba8426ac16bacddb4249974559a9aaa7432111101100015854896546994955aa317da8447bbbcc769984699a22edbab7445645aa87431111111100",
    after:
      "00000068lzpgilg8c9ghb898112hvlc69b7737f76glb46d7digea6a9974ka5bb400000000000009ld7659i9247e18o448f7cca7125fe53ade5hi7358c4fj54fc924hj94f66img96537b300",
  },
  "dub-fr": {
    before:
      "2111116aaae873aghha861411112688cgec538eg28fehiif635dc9677ceddeea653211111100117b75cc9759cd5c76ee419ieb66afffgh99ccb69cde32jifeg9667867deba651111111110",
    after:
      "000000123jg6cf24psb1mu89lh45btqdgxlaa9fzth964ff312or879bglllje81000000000000007hbatfcpue9jtk9a71aroe4jod479hkf9imacywj7564ahdlc99ippqnhc99986100000000",
  },
  "dub-id": {
    before:
      "2111115999d7639fff9751311112577beda537ce17dcfgge524bb8567adbcdc9542211111100117a65ab8758bb5b66dc418gda559dddff88bb958bcc22hgdde8556756cda9541111111110",
    after:
      "0000003iunii95gmg526je9916i8gld48je6flba84di432gwi24ih54eelid944bc5110000000002htkkc5ewp222eh9a5akq94ai747tn66hc6ga95sq85jgtzd4cg888hk9965asph88gc2100",
  },
  "dub-it": {
    before:
      "1111115888b6628ddd77513111124769cb9436bc16cbdeec524aa75569baabb85421111011000168649a76479a4955bb317eb8448cccdd77998579ab22febbc7545655ab98541111111100",
    after:
      "00000067md7i83aceca825tzl58j94b54nqe6d86i423ga0112bjjhc733dj700000000000000000136g48h328a16l1aqd2h87e5ha65qi37919i53119j89gh7lm68c798id532comd6337h100",
  },
  "dub-ja": {
    before:
      "2111116a99d873afgg9861411112587bfdb537df17edghhe635cc9677beccdd9643211111100117a75bc8758bc5b66ed418hea55aeeefg98bba58bcd22ihedf9656866ceba641111111110",
    after:
      "00000023lrd9fgsqghj94dg79txnjl89gcfc34bcjg7bc972cjhcpqg57ni33bk40127kpnkh6100012jrd8d6azp33bkejc64df69vwjbirede33dj917ta7gh86inaaa12frg5lqdiqbeedd9000",
  },
  "dub-ko": {
    before:
      "1111115878b6528cdd76513111124669cb9436ac16baddeb424a974569baabb75321111011000168549976479a4955ba317eb8448bbbcd76998479aa22eebbc7445655ab98541111111100",
    after:
      "0000001bfc88c87336hc7743hh4af7bf51aeda8821212nzl78667if6eabjifb669mr7123egc40019fdb39ja34gle78676d8623hj74cba6239kkeeg933ld34cdba729uvrh6339726ihe9100",
  },
  "dub-nl": {
    before:
      "2111116999d7739fgg9861311112587bedb537df17edgghe525cb8567bdccdd9643211111100117a75bb8758bc5b66dd418hda55aeeefg98bba58bcd22ihede9656766cdba641111111110",
    after:
      "000000129fb66arth45239pskccb6115hpb3durka557j56j9bijzsf48d7kogaa40000000000000029ga33mtf1226boib841222gfa78g8dxbd6f71189koiabb83214kcdc945qw954ffa8100",
  },
  "dub-pt-br": {
    before:
      "1111115888b6628ddd76513111124669cb9436bc16cbdeec424a975569baabb75321111011000168649976479a4955bb317eb8448cbbcd77998479ab22febbc7545655ab98541111111100",
    after:
      "0000009kc5b58fb8ajc38ebd786337tzm65f8752be6alkfabhfb8888764ig4970000000000000016po83ff35ihbfci916kd429j92249e05rp9466alhc626ajh869ilifb8437f8000000000",
  },
  "dub-ru": {
    before:
      "1111115888b6628ddd76513111124669cb9436bc16cbdeec424aa75569baabb75321111011000168649a76479a4955bb317eb8448cbbcd77998479ab22febbc7545655ab98541111111100",
    after:
      "000000eqeca9bq6da4fee2bka98333of65dua29f863d47cme4h6644akj749h5000000000000000cqeck44il8987h1117e7423ij2111353hgkzh125b97424hec59ksh12db74000000000000",
  },
  "dub-zh": {
    before:
      "1111115888b6628ddd76513111124669cb9436bc16cbdeec424aa75569baabb75321111011000168649a76479a4955bb317eb8448cbcdd77998479ab22febbc7545655ab98541111111100",
    after:
      "00000013loe1cnf7632de416eb61aa116szqkf7239ka765ad786188133fne77658cca87874000001hpl9226b9411afc6128977233beb846cc9112rtka29fa88429423chd8233coka983000",
  },
  "dub-zh-tw": {
    before:
      "1111115878b6528cdd76513111124669cb9436ac16baddeb424a974569b9aba75321111011000168549976479a4955ba317eb8448bbbcd76998479aa22eebbc7445655ab98541111111100",
    after:
      "00000012kof29ng7641be614db718b214pzqlg8227jb7649d786168133cnf77657cca86875000001hol9225b9411aec6228976233bea846cc9112qsja28fa78429423cgd8233cnj9873000",
  },
  echo: {
    before:
      "312112affflcb9iqrqfddbgdb688cgejnmja9fnrbenmsvtmgbgpqibcdlnpnlnhffccbb97866655chc9ijeebfinclcborc9grnjdafuqprqfhkijgjinnaazspuqgfkgihglojheb9cba784665",
    after:
      "3121129ffflcb4foqpfd926221248cbiolh85blo3cmlprsn947jje9abimjjllf97422211211112bgb8ijeb8dij8iaaml61esmg88gmmmoqediig9dijl44srmlne98ac9akmhg972212211211",
  },
  edit: {
    before:
      "32222elfqh6euwrfc452226efmtpc7juegruxyo88mnecdmrnrpf9733210000000000000000000000000000121113gjamlfbhoikegsg3ouobantrvualmjcmnn4szrsobaedaorlba22232221",
    after:
      "322212dkfnlg6anvuqee56422248gdlspk77foo1kpsvwvj67hmkccciqoopoib85323100001221112aig9kmhe8hllblahrj51vrobacqrqsvlcklkaglmo55zxoqrbbaed9jqnjac3212221211",
  },
  enhance: {
    before:
      "4444445ikjzqf7frtqplla6545456fgjqqric8dfb7imjlkmj96epkccfinmnneb644433333333337ejeinmjdfjhgecagli98kjicackkjmjibdfea7acdb9hjffhhac8887jkjg973333223332",
    after:
      "1100001ekemke5drpnnih72111114fgjprrj78jld6kpmmnqh76elg98bejknnha421100000000006fh9glgeccggeecahlf55knjd9bklkokh8dfe97bdfc5gnhhhg889cb8ihhe841000000000",
  },
  mashup: {
    before:
      "edba98bghiicceeb774a8bca5ca9876dfddfca878cg7chiki7gecca9aa9cc8b988754543332fff974gdcdbb74438933idefec435aljf8ijhcb85b643332d6655432222111bebaa86544793",
    after:
      "533323323343jfddc98977jf8hb74452233322cmkgggajc79hjdk87fkea944555ihda768goozpcnone775ediola9jfeda8fkhfegdf77colgnxxxo4nfecdcaebbge8kddcaa9774554ajcccb",
  },
  profile: {
    before:
      "13cc39kf225bqi325i98ozpgcb66ia542copohc654215bgqnd99766bjjhfd9668763000000000026f76joa214iph847ia832bi3208mg869kg73alkd75fgc7cic42bo65579fllhe97764111",
    after:
      "149c37jj4237ooa13gi8bxsgcb64f9423errld644114aiwpc88657hmigea557653000000000148d55krd514dnh736ga853al6215di766jj934ild65efc3ahc637k95557enkhd9655111000",
  },
  reverb: {
    before:
      "1010002gjfyupecnuvxtwme975324deelntkhdfff9fmnprtqhcckjbbeeikmnjgb86433211111016cjfilnolcihlgfdhjkebkllgfeilmopphdgheaaccedejigghbdaa88hihkgea753221111",
    after:
      "1100004ffcokg7ajnpnkca6442225b9bgmsea9hkh8jqnpvzha8fhd98a9dksngob45422111110016ehaejhhfdcjlch9fkj86ksib7agmknqqefcfgcdjmnaftqpona59ba8hhilh97433221111",
  },
  silence: {
    before:
      "32222elfqh6euwrfc452226efmtqc7juegruxyo88mnecemrnrpf9733210000000000000000000000000000121113gjamlfbhoikegsg3ouobantrvualmjcmnn4szrsobaedaorlba22232221",
    after:
      "322212bjijqfd7jvwwigc2723125bffntrl97fqt2gsrwyyr95aqlhccenqopqrhb8532301221112djg9iphfagmocmecrr92gyrka9jtsruwjgmmlbhlpq54zzsrthbacfbbprmjb92322322211",
  },
  "song-copy": {
    before:
      "pnkhfeksuwvmlqpjcd7ifkli9mihedbmqonrkifdemtclvvzvcsolkigiigllekheec98875654lhedbaihegfciffccbaaaaa83lkkljfedcgf9ie988b5ffeffdojimnilhckppjhfbbba998983",
    after:
      "pnkhfeksuwvmlqpjcd7ifkli9mihedbmqonrkifdemtclvvzvcsolkigiigllekheec98875654lhedbaihegfciffccbaaaaa83lkkljfedcgf9ie988b5ffeffdojimnilhckppjhfbbba998983",
  },
  "song-cover": {
    before:
      "pnkhfeksuwvmlqpjcd7ifkli9mihedbmqonrkifdemtclvvzvcsolkigiigllekheec98875654lhedbaihegfciffccbaaaaa83lkkljfedcgf9ie988b5ffeffdojimnilhckppjhfbbba998983",
    after:
      "pmkhfektvyulmtslce7ihntj9mjgedbnrppslifdenqclvwzwctpmljgijhmlfkhffc98875654lgedcajifhgbigfccbbaaaa93lmlllffecge9iea98b5hgefheoljopjlhckprkhecbba998983",
  },
  "song-instrumental": {
    before:
      "pnkhfeksuwvmlqpjcd7ifkli9mihedbmqonrkifdemtclvvzvcsolkigiigllekheec98875654lhedbaihegfciffccbaaaaa83lkkljfedcgf9ie988b5ffeffdojimnilhckppjhfbbba998983",
    after:
      "khfeecddbfe9b976674655453ida998he9997dbbaaa89baac6hfeecbaaacc7d855543433333ib9877ea5554eedcbbaaaa983feedbaaaaed8fb65573676655gb7777ea6ab9fedbbb9999983",
  },
  "song-no-bass": {
    before:
      "pnkhfeksuwvmlqpjcd7ifkli9mihedbmqonrkifdemtclvvzvcsolkigiigllekheec98875654lhedbaihegfciffccbaaaaa83lkkljfedcgf9ie988b5ffeffdojimnilhckppjhfbbba998983",
    after:
      "feb854cknpnffllg885dchjf7hfdb97fjjkmhd757gn9hnpsn9jecbb9bdbfdaddbb977663542idba86eebedab742211111111dcbdc8986873c955463ca9bc9gdeijfdbaejjc732221111111",
  },
  "song-no-drums": {
    before:
      "pnkhfeksuwvmlqpjcd7ifkli9mihedbmqonrkifdemtclvvzvcsolkigiigllekheec98875654lhedbaihegfciffccbaaaaa83lkkljfedcgf9ie988b5ffeffdojimnilhckppjhfbbba998983",
    after:
      "klkhgejsuwulippibd7heklh9egfdcaioonrkedddmsclvvyvcmnlkhfhigjjeffdcb98874653cedcbadfdgebcdedbcaaaaa83gjjkieedccb8a9887a4ffdefdiihmnihfcjooefebbba998983",
  },
  "song-no-guitar": {
    before:
      "pnkhfeksuwvlkqpjcd7hfkli9migecbmqonrkiedemsclvvzvcsolkigiigllekhdeb98875654lhecbaihegfciffccbaaaaa83lkklifddcgf9ie988b5ffeffdojhmmilhckppjhfbbba998983",
    after:
      "pmjhfdksuwvkkqpicd7hejli9lheccampnnqkiedemtcluvzvcrolkighiflkejhedb98874654lgdbbaihdgechfecccbaaaa93lkklifddcge9id987b4ffeefdnihmmikgckppjhebbb9998983",
  },
  "song-no-lead": {
    before:
      "pnkhfeksuwvmlqpjcd7ifkli9mihedbmqonrkifdemtclvvzvcsolkigiigllekheec98875654lhedbaihegfciffccbaaaaa83lkkljfedcgf9ie988b5ffeffdojimnilhckppjhfbbba998983",
    after:
      "khfeecghdigbcb9b895888786ida9a9igcdgfeccbbb9bccce7igeecceecfd9e966554644543ic9877geaa87eeecbcaaaaa83geeebbccbfe9gb76684887877hb9aaahdadecffdbba9998983",
  },
  "song-no-piano": {
    before:
      "pnkhfeksuwvllqpjcd7ifkli9migedbmqonrkifdemsclvvzvcsolkigiigllekheec98875654lhedbaihegfciffccbaaaaa83lkkljfedcgf9ie988b5ffeffdojimnilhckppjhfbbba998983",
    after:
      "omkhfeksuwvlkqpicd7hejli9ligdcampnmqkifdemsclvvzwcrolkigiigllejheec98874654lgdcb9ihdgebhfecccbaaba83kklkieecbge9ie987b4ffeffdnihlmikhcjppjhebbba998983",
  },
  "song-stems": {
    before:
      "pnkhfeksuwvmlqpjcd7ifkli9mihedbmqonrkifdemtclvvzvcsolkigiigllekheec98875654lhedbaihegfciffccbaaaaa83lkkljfedcgf9ie988b5ffeffdojimnilhckppjhfbbba998983",
    after:
      "9a74329imnmdbkke764cagie66766438eggje841111010001192111111053163211101001114544446533337bcbbbaa9a983abba99888aa731111111111112334333332212111111011000",
  },
  "song-vocals": {
    before:
      "pnkhfeksuwvmlqpjcd7ifkli9mihedbmqonrkifdemtclvvzvcsolkigiigllekheec98875654lhedbaihegfciffccbaaaaa83lkkljfedcgf9ie988b5ffeffdojimnilhckppjhfbbba998983",
    after:
      "9a74329imnmdbkke764cagie66766438eggje7446fm8gnorm8db99978a9cb87aa9866653431676664799cb84321100000001788bb76533223344352b98ab899chid886bgi6422121100000",
  },
  speech: {
    before:
      "khfecafhekkcdcikkea825232hfeffjnja69hobeijknme89deoigfhkjjkidae85433332223dokdomhjgjpggoeoud9fyrkbcmwrtzucmmmghmor75ywrrrbbaelfoqnmgd7655fdb9887676762",
    after:
      "15a9874559a414fjjc961311010599edd617gf38ediljb229dc976agdde942111100010001cge9kjfc8gnefj7lp82cxog88kqnsys8kklbbkjo52wurppba9dd8kolk6510010021000000000",
  },
  trim: {
    before:
      "322212bjiiqfd5juvvifb2723125afemtql96eqt3espvxxsb59nnhbddmqnoqqib8532311211112ekd9lnge9gmoamccrq82gxqkaajsrruvhgmmjbgmop54zxrqthbacfbcorljb92212322211",
    after:
      "24212122111124efkji9iluifdi535bhkxqzptwjfcfec31566223221122467ddgedmhqrsmsjg86669eknptj213ktnnqusuvxwvtjc86478glqjljbc9dbbdfknsmnmkppnnqodcb9786432100",
  },
  voice: {
    before:
      "312212ahggndc5hqsrgea26221249ecjpnj86dnq3domrtup948lkfabcjnklnnga7432211211112cic8jkec8ekl9jbbnn72ftnh99hoooqsfejjh9ejlm44vuonpfa9bdablniha82212222211",
    after:
      "1011018iafnfb5epquge915111137cbjoog85dom2bonqvwq847khfabbjmklmnfa7311101211001eic8kkec7flm7kbbnm41etmh99hqnovzgdljiaekln44zypnod98acaakmik531211111010",
  },
  volume: {
    before:
      "000000111121101222111000000011112211012201222222101211111122222111000000000000111111111112111122101221111222221111111122002222211111112211110000000000",
    after:
      "322212bjiiqfd5iuqrgeb2723125afemtql96cms3esqvxysb59nnhbdemqnoqpib8532311211112ekd9lnge9gmoamccqp82hxrjaajrrruvhgmmjbgmop54zxrqthbacebcorljb92212322211",
  },
  wav: {
    before:
      "24212122111124fflji9ilujfdi535bilxqzptwjgcgec31566223221122467edgedmirssntjg86669ekoptk214ltnnrusuvxxwujd86479glqjlkcc9dbbdflotmonkpqnnqodcc9786432100",
    after:
      "00013312122211124efllfbhnsifdh449bnoxtvqstgdffb71476223221223579efgbjkmtrqppec5669ekopti214osonrtuvwxvvqd97378bnqimidc9dbbgdlsoqlkoppnppidd98864321000",
  },
} as const;
