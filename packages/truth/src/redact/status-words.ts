/** The words of QuickBooks' status and error texts, in lower case. Any other word may be a name. */
export const statusWords: ReadonlySet<string> = new Set(
  `a about above accept accepted access account accounting accounts action active actively add added admin administrator all
  allow allowed already also amount an and another any application applied are argument as ask assigned at attempt
  authorized automatic available balance be because been before begin being begins beginning belong belongs bill bills
  boolean busy but by call called can cannot canceled change changed changing character characters check class clear
  cleared close closed closing code colon company complete completed component computer condition connection contain
  contains converting corrupt could create created credit currency currently customer customers data database date day
  days default define defined definition delete deleted deleting denied deposit dialog did different discount do does
  done due duplicate each earlier edit edited editing edition either element elements empty enabled end ended enter
  entered enumerated error errors exceed exceeds exist existing exists expense expired extension failed feature field
  fields file files find first following for form format found from fully general given greater group has have hidden id
  if in inactive incorrect information insufficient internal interval into invalid inventory invoice is it item items its
  journal key kind known large larger last later length less level license limit line lines linked list lists lock locked
  log logged login long longer made management manager match matching maximum may memo merge message method minimum
  missing modal mode modified modify modifying more multi must name named names need needed negative no non not note
  notes nothing number numeric object objects of off ok on once one only open opened operation option or order other out
  outstanding owner paid parameter parent parse parsed parsing part password past pay payment percent period permission
  permissions placed please position positive possible possibly posting preference preferences present prevented price
  problem process processed processing product provided purchase quantity query quickbooks range rate read reached
  really reason received record records refer reference referenced refused registered rejected related remove removed
  report request requested required requires response restore result role rule run running sales save saved saving
  second see select sequence server session set setting shipped should sign single software special specified start
  started starting state statement status still stored string subtotal successful successfully supplied support
  supported sure switch system tax terms text texts than that the their then there these they this ticket time timeout
  to too total transaction transactions transfer try type types unable unexpected unique unit unknown unsupported until
  update updated use used user users using valid value values vendor vendors verb verify version void want warning was
  were what when where which while will window with within without wizard wrong xml yes you your zero`.split(/\s+/),
)
