/**
 * Scripts that must run before the first paint. Their text is constant, so that the content
 * security policy can list their hashes; they read their data from the document.
 */

/**
 * Applies the stored color scheme, and marks for the style sheet that scripts run and that a member
 * visits, whose balance needs room in the header.
 */
export const THEME_SCRIPT = `(function(d,t){d.js="";try{t=localStorage.toolkit_theme;if(t=="light"||t=="dark")d.theme=t;if(localStorage.toolkit_token)d.member=""}catch(e){}})(document.documentElement.dataset)`;

/**
 * Redirects the first visit of the unprefixed home page to the visitor's language (LOC-4): the
 * stored choice, or else the best match of the browser's list, scored as in `bestLocale` of
 * core/site/locales.ts.
 */
export const LOCALE_SCRIPT = `(function(){var s=JSON.parse(document.getElementById("toolkit-site").textContent),n=navigator,l=location;if(/[?&]noredirect(?![^=&])/.test(l.search)||/bot|crawl|spider|slurp|mediapartners|facebookexternalhit|embedly|lighthouse|archiver/i.test(n.userAgent))return;var c=/(?:^|; )i18n_redirected=([^;]*)/.exec(document.cookie),w=c&&decodeURIComponent(c[1]),a=s.locales,g=n.languages&&n.languages.length?n.languages:[n.language||""],b=-1,t=null,i;function p(x){return x.split("-")[0].toLowerCase()}for(i=0;i<a.length;i++)if(a[i].code===w)t=a[i];if(!t)for(i=0;i<a.length;i++){var o=a[i],e=-1,q=-1;for(var j=g.length-1;j>=0;j--){var x=g[j].toLowerCase();if(x===o.code||x===o.language.toLowerCase())e=j;if(p(x)===p(o.language))q=j}var v=Math.max(e<0?-1:1-e/g.length,q<0?-1:.999-q/g.length);if(v>=0&&(v>b||v===b&&t&&o.code.length>t.code.length)){b=v;t=o}}if(t&&t.code!==s.locale)l.replace(t.home+l.search+l.hash)})()`;

export const inlineScripts: readonly string[] = [THEME_SCRIPT, LOCALE_SCRIPT];
